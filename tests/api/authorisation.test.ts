import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { signersOf } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import { routeName } from '#server/platform/route-checks.ts'
import { listActivity } from '#shared/contract/activity.ts'
import { quoteConversion } from '#shared/contract/conversions.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { type Loan, listLoans, submitLoan } from '#shared/contract/loans.ts'
import { listPasskeys } from '#shared/contract/passkeys.ts'
import { addReserve, readReserveMessage } from '#shared/contract/reserves.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { listSavedAddresses, saveAddress } from '#shared/contract/saved-addresses.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { listOwnWithdrawals, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import {
  isPermission,
  may,
  PERMISSIONS,
  type Permission,
  type Role,
} from '#shared/rules/permissions.ts'
import { testWallet } from '#tests/support/test-wallet.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { AUTHORISATION } from './support/authorisation-rows.ts'
import type { Client, Request } from './support/client.ts'
import { docx } from './support/documents.ts'
import { authorisationOfNouns, newItemsOf } from './support/noun-rows.ts'
import { enrolPasskey } from './support/passkeys.ts'
import { photo } from './support/pictures.ts'
import { CALLERS, type Expected, type Outcome, type Rows, type Target } from './support/rows.ts'
import { disable, fund, newAdmin, newSession, newUser, type Person } from './support/traders.ts'

const ROWS: Rows = { ...AUTHORISATION, ...authorisationOfNouns }

const world = await openTestApp()
const { app, services } = world

let people: Readonly<Record<Exclude<(typeof CALLERS)[number], 'none'>, Person>>

beforeAll(async () => {
  const [own, other, disabled, admin] = await Promise.all([
    newUser(world),
    newUser(world),
    newUser(world),
    newAdmin(world),
  ])
  people = { own, other, disabled, admin }
  await fund(world, other, 'USDT', '1')
  await signCheckpoint(services, signersOf(services.config))
  await offerUsdtAddress(world)
  // Later a hold may refuse withdrawals, and a user without a message has no conversation.
  await targetOf(people.own, EVERYTHING)
})

const ADDRESS = DEMO_WALLET.address

/** A saved address; the previous request may have removed it. */
async function savedAddressOf({ client }: Person): Promise<string> {
  const [known] = await client.call(listSavedAddresses)
  if (known) return known.id
  const body = { label: 'Own', symbol: 'USDT', network: 'TRC20', address: ADDRESS } as const
  return (await client.call(saveAddress, { body })).id
}

/** A withdrawal; an earlier one once a passkey was removed, which puts withdrawals on hold. */
async function withdrawalIdOf({ client }: Person): Promise<string> {
  const body = { symbol: 'USDT', amount: '1', walletAddress: ADDRESS } as const
  const response = await client.send(submitWithdrawal, { body })
  if (response.status === 200) return response.body.request.id
  const [known] = await client.call(listOwnWithdrawals)
  return known?.id ?? ''
}

/** A passkey; the previous request may have removed it. */
async function passkeyIdOf({ client }: Person): Promise<string> {
  const [known] = await client.call(listPasskeys)
  return known?.id ?? (await enrolPasskey(world, client)).id
}

/** A verification; the previous request may have decided it. */
async function kycIdOf({ userId, client }: Person): Promise<string> {
  const image = await photo(16, 16)
  await client.send(submitKyc, {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  const { rows } = await services.pool.query<{ id: string }>(
    `select data ->> 'submissionId' as id from document where stream = $1`,
    [`kyc-${userId}`],
  )
  return rows[0]?.id ?? ''
}

/** An application; the previous request may have decided it. */
async function loanOf({ userId, client }: Person): Promise<Loan> {
  const own = await client.call(listLoans, { params: { userId }, query: { limit: 1 } })
  const waiting = own.find(({ status }) => status === 'pending')
  if (waiting) return waiting
  const body = { amount: '50', purpose: 'A van', duration: 30 }
  return (await client.call(submitLoan, { body, files: { documents: docx() } })).loan
}

type Makers = {
  readonly [Field in keyof Target]: (owner: Person) => Promise<Target[Field]>
}

const MAKERS: Makers = {
  userId: async ({ userId }) => userId,
  position: async ({ userId, client }) => {
    const { lines } = await client.call(listActivity, { params: { userId } })
    return lines[0]?.position ?? ''
  },
  depositId: async (owner) => (await depositOf(owner)).id,
  fileId: async (owner) => {
    const { screenshot_url } = await depositOf(owner)
    return /files\/([\w-]+)/.exec(screenshot_url)?.[1] ?? ''
  },
  tradeId: async ({ client }) => {
    const body = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001' } as const
    return (await client.call(placeTrade, { body: { ...body, price: '50000' } })).id
  },
  futuresId: async ({ client }) => {
    const body = { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 600 } as const
    return (await client.call(submitFutures, { body })).trade.id
  },
  quote: async ({ client }) => {
    const body = { from: 'USDT', to: 'BTC', amount: '10' } as const
    return (await client.call(quoteConversion, { body })).id
  },
  loanId: async (owner) => (await loanOf(owner)).id,
  documentId: async (owner) => (await loanOf(owner)).documents.files[0]?.id ?? '',
  kycId: kycIdOf,
  withdrawalId: withdrawalIdOf,
  addressId: savedAddressOf,
  reserveId: () => reserveIdOf(people.admin),
  sessionId: async (owner) => (await sessionOf(owner)).sessionId,
  passkeyId: passkeyIdOf,
  messageId: messageIdOf,
  replyId: async (owner) => {
    await messageIdOf(owner)
    const body = { conversationId: owner.userId, message: 'Good morning' }
    return (await people.admin.client.call(replyAsSupport, { body })).id
  },
  itemOf: newItemsOf,
}

/** New items for each request, because a request may use them up; only those that it names. */
async function targetOf(owner: Person, named: ReadonlySet<string>): Promise<Target> {
  await fund(world, owner, 'USDT', '200')
  const made: Record<string, unknown> = {}
  for (const [field, make] of Object.entries(MAKERS)) {
    if (named.has(field)) made[field] = await make(owner)
  }
  return made as unknown as Target
}

const EVERYTHING = new Set(Object.keys(MAKERS))

/** The parts of its target that a request names. */
function namedBy(about: (target: Target) => Request): Set<string> {
  const named = new Set<string>()
  const target = new Proxy({} as Target, {
    get(_, field) {
      named.add(String(field))
      return field === 'itemOf' ? {} : ''
    },
  })
  about(target)
  return named
}

async function depositOf({ client }: Person) {
  const files = { screenshot: await photo(32, 32) }
  const { request } = await client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files,
  })
  return request
}

async function messageIdOf({ client }: Person): Promise<string> {
  return (await client.call(startConversation, { body: { message: 'Hello' } })).id
}

let wallets = 0
/** An address of the reserves; the previous request may have removed it. */
async function reserveIdOf({ client }: Person): Promise<string> {
  wallets += 1
  const { address, sign } = testWallet(wallets)
  const { message } = await client.call(readReserveMessage, { query: { address } })
  const named = { symbol: 'ETH', network: 'ERC20', address, message } as const
  return (await client.call(addReserve, { body: { ...named, signature: sign(message) } })).id
}

/** A new session for each request, because some requests end the session. */
async function sessionOf({ userId }: Person) {
  const client = await newSession(world, userId)
  const { rows } = await services.pool.query<{ id: string }>(
    'select id from session where user_id = $1 order by created_at desc, id desc limit 1',
    [userId],
  )
  return { client, sessionId: rows[0]?.id ?? '' }
}

async function outcomeOf(route: RouteDefinition, client: Client, request: Request) {
  const response = await client.send(route, request)
  expect(response.status, response.text).toBeLessThan(500)
  expect(response.body?.code).not.toBe('route.unknown')
  const isTurnedAway = [401, 403, 404].includes(response.status)
  return isTurnedAway ? response.status : 'in'
}

/** The expected outcomes by the permission table: only roles with the permission get in. */
function outcomeByTable(permission: Permission): Expected {
  const of = (role: Role): Outcome => (may(role, permission) ? 'in' : 403)
  return { none: 401, other: of('user'), own: of('user'), disabled: 403, admin: of('admin') }
}

describe('access to routes', () => {
  it('follows the permission table on staff routes', () => {
    for (const route of app.mountedRoutes) {
      if (!isPermission(route.access)) continue
      expect([routeName(route), ROWS[routeName(route)]?.expected]).toEqual([
        routeName(route),
        outcomeByTable(route.access),
      ])
    }
  })

  it('has a route for every permission and a permission for every staff route', () => {
    const named = new Set(app.mountedRoutes.map(({ access }) => access))
    expect(PERMISSIONS.filter((permission) => !named.has(permission))).toEqual([])
    const staffs = app.mountedRoutes.filter(({ path }) => /^\/(api\/)?admin\//.test(path))
    expect(staffs.filter(({ access }) => !isPermission(access)).map(routeName)).toEqual([])
  })

  it('is listed for exactly the mounted routes', () => {
    expect(Object.keys(ROWS).sort()).toEqual(app.mountedRoutes.map(routeName).sort())
  })

  it.each(app.mountedRoutes.map((route) => [routeName(route), route] as const))(
    '%s',
    async (name, route) => {
      const row = ROWS[name]
      if (!row) throw new Error('this route has no row')
      const disabled = await disabledTarget()
      const { request: about } = row
      const one = about && (await targetOf(people.own, namedBy(about)))
      const requestOf = (caller: keyof Expected): Request => {
        if (about && one) return about(caller === 'disabled' ? disabled : one)
        const { userId } = caller === 'disabled' ? people.disabled : people.own
        return { params: { userId } }
      }
      const outcomes: Partial<Record<(typeof CALLERS)[number], Outcome>> = {}
      for (const caller of CALLERS) {
        const client = caller === 'none' ? world.visitor : (await sessionOf(people[caller])).client
        outcomes[caller] = (await outcomeOf(route, client, requestOf(caller))) as Outcome
      }
      expect(outcomes).toEqual(row.expected)
    },
  )
})

let enabledTarget: Promise<Target> | undefined
async function disabledTarget(): Promise<Target> {
  enabledTarget ??= targetOf(people.disabled, EVERYTHING).then(async (target) => {
    await disable(world, people.disabled)
    return target
  })
  const { sessionId } = await sessionOf(people.disabled)
  const passkeyId = await passkeyIdOf(people.disabled)
  return { ...(await enabledTarget), sessionId, passkeyId }
}
