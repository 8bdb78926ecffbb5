import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { FORMS_MAX_BY_USER } from '#server/platform/form-slots.ts'
import { routeName } from '#server/platform/route-checks.ts'
import { ASSETS } from '#shared/assets.ts'
import { quoteConversion } from '#shared/contract/conversions.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { listKycRequests, submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { eventually } from '#tests/support/wait.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { FilePart } from './support/client.ts'
import { archive, cut, doc, docx, pdf } from './support/documents.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { newItemsOf } from './support/noun-rows.ts'
import { gifScriptPolyglot, photo, svgPicture, truncatedJpeg } from './support/pictures.ts'
import { type FuzzedRequest, requestsTo, wireOf } from './support/route-fuzz.ts'
import type { Vocabulary } from './support/schema-arbitrary.ts'
import { fund, newAdmin, newSession, newUser, type Person } from './support/traders.ts'

/** A valid P-256 public key, as sent by a browser. */
const PUBLIC_KEY =
  'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo'

const REQUESTS = 500
/**
 * Sent in parallel, they share the queries that identify their caller, and interfere with each
 * other.
 */
const TOGETHER = 25
/** Reading a form costs much more; the server refuses more of one user at once without reading. */
const FORMS = 200
/** Statuses of requests that were refused before their content was read. */
const TURNED_AWAY = [429, 503]
/** A failure prints its seed; FUZZ_SEED sets another seed. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)

// Push endpoints that do not respond are logged as errors.
const world = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services, database } = world

let user: Person
let admin: Person
let other: Person
let quote: string
let items: string[]
let files: FilePart[]
/** The last checked position of the log. */
let position = '0'

beforeAll(async () => {
  user = await newUser(world)
  admin = await newAdmin(world)
  other = await newUser(world)
  await fund(world, user, 'USDT', '1000000')
  await fund(world, user, 'BTC', '100')
  await offerUsdtAddress(world)
  const small = await photo(16, 16)
  const trade = await user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '1', price: '50000' },
  })
  const { request } = await user.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files: { screenshot: small },
  })
  const withdrawal = await user.client.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '50', walletAddress: DEMO_WALLET.address },
  })
  const ask = () =>
    user.client.call(submitLoan, { body: { amount: '500', purpose: 'A van', duration: 30 } })
  const running = await ask()
  await admin.client.call(reviewLoan, {
    params: { id: running.loan.id },
    body: { action: 'approve' },
  })
  const waiting = await ask()
  await user.client.call(submitKyc, {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: small, kycBackId: small, kycSelfieWithId: small },
  })
  const [verification] = await admin.client.call(listKycRequests, { query: {} })
  const futures = await user.client.call(submitFutures, {
    body: { symbol: 'BTC/USDT', side: 'short', amount: '50', duration: 60 },
  })
  // Every asset has a price, so that no request fails for lack of one.
  const unpriced = ASSETS.filter(({ symbol }) => !services.prices.current(symbol))
  for (const { symbol } of unpriced) world.market.set(symbol, '1.5')
  await eventually(() => {
    for (const { symbol } of unpriced) expect(services.prices.current(symbol)).toBeDefined()
  })
  const { id } = await user.client.call(quoteConversion, {
    body: { from: 'USDT', to: 'BTC', amount: '1' },
  })
  quote = id
  items = [
    futures.trade.id,
    trade.id,
    request.id,
    withdrawal.request.id,
    waiting.loan.id,
    running.loan.id,
    verification?.id ?? '',
    ...Object.values(await newItemsOf(user)),
  ]
  const documents = [pdf(), docx(), doc(), archive, cut(pdf()), cut(docx()), cut(doc())]
  const pictures = [small, small, small, svgPicture, gifScriptPolyglot, await truncatedJpeg()]
  files = [...pictures, ...documents]
  await newMovements()
})

describe('the server survives any request and the ledger stays sound', () => {
  it.each(app.mountedRoutes.map((route) => [routeName(route), route] as const))(
    '%s',
    async (_, route) => {
      const headers = await authorised(route)
      const granted = new Set<unknown>()
      const refused = new Map<unknown, FuzzedRequest>()
      const read = new Set<string>()
      let sent = 0
      let turnedAway = 0
      const send = async (request: FuzzedRequest) => {
        // Reading changes nothing, so repeating the same URL would give the same response.
        if (route.method === 'GET') {
          const asked = JSON.stringify([request.url, request.headers])
          if (read.has(asked)) return
          read.add(asked)
        }
        const { statusCode, id } = await survives(route, request, headers)
        sent += 1
        if (TURNED_AWAY.includes(statusCode)) turnedAway += 1
        // Reading never moves money.
        if (statusCode >= 400 || route.method === 'GET') refused.set(id, request)
        else granted.add(id)
      }
      const [count, together] = route.files ? [FORMS, FORMS_MAX_BY_USER] : [REQUESTS, TOGETHER]
      const requests = fc.array(requestsTo(route, vocabularyFor(route), files), {
        minLength: together,
        maxLength: together,
      })
      await fc.assert(
        fc.asyncProperty(requests, async (all) => void (await Promise.all(all.map(send)))),
        { numRuns: count / together, seed: SEED },
      )
      // Wrong passwords and codes are limited.
      expect(turnedAway / sent, 'turned away').toBeLessThan(0.6)
      // Only granted requests may have moved money.
      const moved = (await newMovements()).filter(({ request }) => !granted.has(request))
      expect(moved.map(({ type, request }) => [type, request, refused.get(request)])).toEqual([])
    },
  )

  it('money moved only by balanced events', () => expectSoundLedger(world))
})

/** Valid values, so that requests get past the first checks. */
function vocabularyFor(route: RouteDefinition): Vocabulary {
  // Staff routes never get the fuzzing users' own ids, which they could disable.
  const userId = isPermission(route.access) ? other.userId : user.userId
  return {
    ids: [userId, ...items],
    words: ['0.5', '50', '0.00000001', 'BTC', 'USDT', 'Demo User'],
    fields: {
      amount: ['0.001', '0.5', '50', '1000000000', '0.00000001'],
      price: ['60000', '50000', '61200.5', null],
      userId: [userId],
      network: ['TRC20', 'ERC20', 'Bitcoin'],
      address: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
      assetSymbol: ['USDT', 'BTC'],
      symbol: ['BTC/USDT', 'USDT', 'BTC', 'ETH'],
      from: ['USDT', 'BTC', 'ETH'],
      to: ['BTC', 'USDT', 'TRX'],
      quote: [quote],
      email: [user.email, other.email],
      token: ['x'.repeat(43)],
      refresh_token: ['x'.repeat(43)],
      endpoint: ['https://fcm.googleapis.com/send/1', 'https://127.0.0.1/send', 'http://a.example'],
      duration: [7, '30', 60, 90, 600],
      purpose: ['trading', 'business', 'A van'],
      dateOfBirth: ['1990-12-31', '2004-02-29', '2003-02-29'],
      termsAccepted: [true, 'true', 'false'],
      keys: [{ p256dh: PUBLIC_KEY, auth: 'A'.repeat(22) }],
    },
  }
}

/** Headers of an authorised caller, so that the fuzzing reaches the handler. */
async function authorised(route: RouteDefinition): Promise<Record<string, string>> {
  const { userId } = isPermission(route.access) ? admin : user
  return (await newSession(world, userId)).headers(route, null)
}

async function survives(
  route: RouteDefinition,
  request: FuzzedRequest,
  authorisation: Record<string, string>,
): Promise<{ statusCode: number; id: unknown }> {
  const { headers, payload } = await wireOf(route, request)
  const response = await app.inject({
    method: route.method,
    url: request.url,
    headers: { ...headers, ...authorisation },
    ...(route.method === 'GET' ? {} : { payload }),
  })
  const { statusCode } = response
  // Avoid an assertion per request, because there are many requests.
  if (statusCode >= 500) expect.fail(`${statusCode}: ${response.body}`)
  if (statusCode >= 400) {
    const told = response.json<Record<string, unknown>>()
    for (const field of ['code', 'error', 'message']) {
      if (typeof told[field] !== 'string' || told[field] === '') {
        expect.fail(`${statusCode} without its ${field}: ${response.body}`)
      }
    }
  }
  return { statusCode, id: response.headers['x-request-id'] }
}

interface Movement {
  readonly type: string
  /** The request that caused it. */
  readonly request: string
}

/** Events that moved money since the last call, except by the system. */
async function newMovements(): Promise<Movement[]> {
  const { rows } = await database.pool.query<Movement & { position: string }>(
    `select position::text, type, metadata ->> 'correlation' as request
     from event
     where position > $1::bigint and cardinality(amounts) > 0
       and metadata -> 'actor' ->> 'kind' <> 'system'
     order by event.position`,
    [position],
  )
  position = rows.at(-1)?.position ?? position
  return rows.map(({ type, request }) => ({ type, request }))
}
