import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '#server/identity/sessions.ts'
import { routeName } from '#server/platform/mount.ts'
import { addDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestApp } from './support/app.ts'
import { Client, type FilePart } from './support/client.ts'
import { expectBalancedLedger } from './support/ledger.ts'
import { gifScriptPolyglot, photo, svgPicture, truncatedJpeg } from './support/pictures.ts'
import { type FuzzedRequest, requestsTo, wireOf } from './support/route-fuzz.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const RUNS = 500
/** A failure names its seed; FUZZ_SEED plays it again, or another game. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const WITHIN_MS = 120_000

const world = await openTestApp()
const { app, services, database } = world

let user: Person
let admin: Person
let vocabulary: { ids: string[]; words: string[] }
let files: FilePart[]

beforeAll(async () => {
  user = await newUser(world)
  admin = await newAdmin(world)
  const other = await newUser(world)
  await fund(world, user, 'USDT', '1000000')
  await fund(world, user, 'BTC', '100')
  await admin.client.call(addDepositAddress, {
    body: { symbol: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  })
  const small = await photo(16, 16)
  const trade = await user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '1', price: '50000' },
  })
  const { request } = await user.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files: { screenshot: small },
  })
  vocabulary = {
    // Never the fuzzing users' own: one of them would soon be disabled by the other.
    ids: [other.userId, trade.id, request.id],
    words: ['0.5', '50', '0.00000001', '60000', 'BTC', 'USDT', 'TRC20', user.email, 'Demo User'],
  }
  files = [small, small, small, svgPicture, gifScriptPolyglot, await truncatedJpeg()]
})

describe('whatever a client sends, the server answers and the ledger stands', () => {
  it.each(app.mountedRoutes.map((route) => [routeName(route), route] as const))(
    '%s',
    { timeout: WITHIN_MS },
    async (_, route) => {
      const headers = await authorised(route)
      await fc.assert(
        fc.asyncProperty(requestsTo(route, vocabulary, files), (request) =>
          survives(route, request, headers),
        ),
        { numRuns: RUNS, seed: SEED },
      )
    },
  )

  it('has moved no money but by balanced events', () => expectBalancedLedger(world))
})

/** Who is let in, so that what is fuzzed is what lies behind the door. */
async function authorised(route: RouteDefinition): Promise<Record<string, string>> {
  const { userId } = route.access === 'admin' ? admin : user
  const { accessToken } = await openSession(services.identity, userId, 'tests')
  return new Client(app, accessToken).headers(route, null)
}

async function survives(
  route: RouteDefinition,
  request: FuzzedRequest,
  authorisation: Record<string, string>,
): Promise<void> {
  const before = await balances()
  const { headers, payload } = await wireOf(route, request)
  const answer = await app.inject({
    method: route.method,
    url: request.url,
    headers: { ...headers, ...authorisation },
    ...(route.method === 'GET' ? {} : { payload }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  if (answer.statusCode < 400) return
  const text = expect.stringMatching(/./)
  expect(answer.json()).toMatchObject({ code: text, error: text, message: text })
  expect(await balances()).toBe(before)
}

async function balances(): Promise<string | null> {
  const { rows } = await database.pool.query<{ all: string | null }>(
    `select string_agg(account || ' ' || amount, ',' order by account) as all from balance`,
  )
  return rows[0]?.all ?? null
}
