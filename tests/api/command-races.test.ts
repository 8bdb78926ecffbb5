import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { idempotencyKey } from '#server/events/idempotency.ts'
import { FORMS_MAX_BY_USER } from '#server/platform/form-places.ts'
import { routeName } from '#server/platform/mount.ts'
import { listWaitingAdjustments, updatePortfolio } from '#shared/contract/adjustments.ts'
import { quoteConversion } from '#shared/contract/conversions.ts'
import { changeDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan, submitLoan } from '#shared/contract/loans.ts'
import { readReconciliation } from '#shared/contract/reconciliation.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { docx } from './support/documents.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { racesOfNouns } from './support/noun-rows.ts'
import { photo } from './support/pictures.ts'
import type { Command, Races } from './support/rows.ts'
import { stablePartOf } from './support/stable-part.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const MANY = 12
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** The USDT address that was proposed last: each case proposes the other one. */
let shown = ''
const OTHER_ADDRESS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
const usdtAddress = { symbol: 'USDT', network: 'TRC20', address: ADDRESS } as const

// The checks that it runs find the streams of the test helpers, which no feature declares.
const world = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services } = world

let admin: Person
let reviewer: Person
/** Proposes adjustments that need a second approval. */
let proposer: Person

const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '50000' } as const
const byId = (id: string, body?: Request['body']): Request => ({
  params: { id },
  ...(body ? { body } : {}),
})

async function depositOf({ client }: Person): Promise<string> {
  const files = { screenshot: await photo(16, 16) }
  const body = { symbol: 'USDT', amount: '50' } as const
  return (await client.call(submitDeposit, { body, files })).request.id
}

/** Waits for the previous run to end, because only one may run. */
async function untilChecked(): Promise<void> {
  while ((await admin.client.call(readReconciliation)).running) await sleep(20)
}

/** A second factor whose secret no one needs. */
async function withSecondFactor(userId: string): Promise<void> {
  await services.pool.query(
    `insert into second_factor (user_id, secret, enabled_at) values ($1, '', now())
     on conflict do nothing`,
    [userId],
  )
}

const loanForm = { amount: '500', purpose: 'a van', duration: '30' }

async function loanOf({ client }: Person): Promise<string> {
  return (await client.call(submitLoan, { body: loanForm })).loan.id
}

async function approvedLoanOf(user: Person): Promise<string> {
  const id = await loanOf(user)
  await admin.client.call(reviewLoan, byId(id, { action: 'approve' }) as never)
  return id
}

async function tradeOf({ client }: Person): Promise<string> {
  return (await client.call(placeTrade, { body: order })).id
}

async function withdrawalOf({ client }: Person): Promise<string> {
  const body = { symbol: 'USDT', amount: '5', walletAddress: DEMO_WALLET.address } as const
  return (await client.call(submitWithdrawal, { body })).request.id
}

async function savedAddressOf({ client }: Person): Promise<string> {
  return (await client.call(saveAddress, { body: { ...DEMO_WALLET, label: 'Own' } })).id
}

async function verificationForm(): Promise<Request<typeof submitKyc>> {
  const image = await photo(16, 16)
  return {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  }
}

async function kycIdOf({ userId, client }: Person): Promise<string> {
  await client.call(submitKyc, await verificationForm())
  const { rows } = await services.pool.query<{ id: string }>(
    `select data ->> 'submissionId' as id from document where stream = $1`,
    [`kyc-${userId}`],
  )
  return rows[0]?.id ?? ''
}

async function messageOf({ client }: Person, message = 'Hello'): Promise<string> {
  return (await client.call(startConversation, { body: { message } })).id
}

async function replyTo(user: Person): Promise<string> {
  await messageOf(user)
  const body = { conversationId: user.userId, message: 'Good morning' }
  return (await admin.client.call(replyAsSupport, { body })).id
}

const COMMANDS: Races = {
  ...racesOfNouns,
  'POST /api/deposit-requests': {
    request: async () => ({
      body: { symbol: 'USDT', amount: '50' },
      files: { screenshot: await photo(16, 16) },
    }),
  },
  'POST /admin/deposit-requests/:id/review': {
    by: 'admin',
    request: async (user) => byId(await depositOf(user), { action: 'approve' }),
    once: true,
  },
  'POST /api/withdraw-requests': {
    request: () => ({
      body: { symbol: 'USDT', amount: '400', walletAddress: DEMO_WALLET.address },
    }),
  },
  'PUT /api/withdraw-requests/allowlist': { request: () => ({ body: { on: true } }), once: true },
  'PUT /api/withdraw-requests/:id/cancel': {
    request: async (user) => byId(await withdrawalOf(user)),
    once: true,
  },
  'POST /admin/withdraw-requests/:id/review': {
    by: 'admin',
    request: async (user) => byId(await withdrawalOf(user), { action: 'approve' }),
    once: true,
  },
  'POST /api/transactions': {
    request: async (user) => {
      const id = await depositOf(user)
      await admin.client.call(reviewDeposit, byId(id, { action: 'approve' }) as never)
      return { body: { type: 'deposit', id, is_new: false } }
    },
  },
  'POST /api/results': {
    request: () => ({ body: { kind: 'loan', until: '2026-01-31T09:30:00.000Z' } }),
  },
  'POST /api/convert': {
    request: async ({ client }) => {
      const body = { from: 'USDT', to: 'BTC', amount: '100' }
      return { body: { quote: (await client.call(quoteConversion, { body })).id } }
    },
    once: true,
  },
  'POST /api/trades': { request: () => ({ body: { ...order, amount: '0.008' } }) },
  'PUT /api/trades/:id/cancel': {
    request: async (user) => byId(await tradeOf(user)),
    once: true,
  },
  'PUT /api/admin/orders/:id/approve': {
    by: 'admin',
    request: async (user) => byId(await tradeOf(user)),
    once: true,
  },
  'PUT /api/admin/orders/:id/reject': {
    by: 'admin',
    request: async (user) => byId(await tradeOf(user)),
    once: true,
  },
  'POST /api/future-trade/submit': {
    request: () => ({ body: { symbol: 'BTC/USDT', side: 'long', amount: '300', duration: 60 } }),
  },
  'POST /api/admin/reconciliation/runs': {
    by: 'admin',
    request: async () => {
      await untilChecked()
      return { body: { scope: 'incremental' } }
    },
  },
  'POST /api/staking': { request: () => ({ body: { amount: '400', duration: 1 } }) },
  'POST /api/loans': {
    request: async ({ email }) => {
      const image = await photo(16, 16)
      return {
        body: {
          fullName: 'Demo User',
          email,
          phoneNumber: '+1 555 0100',
          dateOfBirth: '1990-05-17',
          amount: '5000',
          purpose: 'business',
          duration: '90',
          termsAccepted: 'true',
        },
        files: { frontId: image, backId: image, selfieWithId: image },
      }
    },
    once: true,
  },
  'POST /api/loan/submit': { request: () => ({ body: loanForm }), once: true },
  'POST /api/loans/pay/:id': {
    request: async (user) => byId(await approvedLoanOf(user), {}),
    once: true,
  },
  'POST /admin/loan-applications/:id/review': {
    by: 'admin',
    request: async (user) => byId(await loanOf(user), { action: 'approve' }),
    once: true,
  },
  'POST /admin/loan-documents/:id/:documentId/download': {
    by: 'admin',
    request: async ({ client }) => {
      const files = { documents: docx() }
      const { loan } = await client.call(submitLoan, { body: loanForm, files })
      return { params: { id: loan.id, documentId: loan.documents.files[0]?.id } } as Request
    },
  },
  'POST /api/saved-addresses': {
    request: () => ({ body: { ...DEMO_WALLET, label: 'Own' } }),
    once: true,
  },
  'PUT /api/saved-addresses/:id': {
    request: async (user) => byId(await savedAddressOf(user), { label: 'Another name' }),
  },
  'DELETE /api/saved-addresses/:id': {
    request: async (user) => byId(await savedAddressOf(user)),
    once: true,
  },
  'POST /kyc/submit': { request: verificationForm, once: true },
  'POST /admin/kyc-review': {
    by: 'admin',
    request: async (user) => ({ body: { kycId: await kycIdOf(user), action: 'approve' } }),
    once: true,
  },
  'POST /admin/kyc-requests/:id/reveal': {
    by: 'admin',
    request: async (user) => byId(await kycIdOf(user), { reason: 'a call' }),
  },
  'POST /admin/reset-kyc': {
    by: 'admin',
    request: async (user) => {
      await kycIdOf(user)
      return { body: { userId: user.userId, reason: 'a new passport' } }
    },
    once: true,
  },
  'POST /api/support/conversation': { request: () => ({ body: { message: 'Hello' } }) },
  'POST /api/support/messages': {
    request: async (user) => {
      await messageOf(user)
      return { body: { conversationId: user.userId, message: 'Are you there?' } }
    },
  },
  'PUT /api/support/messages/:id/read': { request: async (user) => byId(await replyTo(user)) },
  'POST /api/admin/support/messages': {
    by: 'admin',
    request: async (user) => {
      await messageOf(user)
      return { body: { conversationId: user.userId, message: 'Good morning' } }
    },
  },
  'PUT /api/admin/support/messages/:id/read': {
    by: 'admin',
    request: async (user) => byId(await messageOf(user)),
  },
  'PUT /api/admin/support/conversations/:id/status': {
    by: 'admin',
    request: async (user) => {
      await messageOf(user)
      return byId(user.userId, { isActive: false })
    },
    once: true,
  },
  'PUT /api/admin/support/conversations/:id/clear-urgency': {
    by: 'admin',
    request: async (user) => {
      await messageOf(user, 'URGENT: hello')
      return byId(user.userId)
    },
    once: true,
  },
  'POST /admin/toggle-user-status': {
    by: 'admin',
    request: ({ userId }) => ({ body: { userId, isActive: false } }),
    once: true,
  },
  'POST /admin/user-management/update-credit-score': {
    by: 'admin',
    request: ({ userId }) => ({ body: { userId, creditScore: 700 } }),
    once: true,
  },
  'POST /admin/user-management/update-portfolio': {
    by: 'admin',
    request: ({ userId }) => ({
      body: { userId, reason: 'Gift', balances: { ETH: { available: '2', was: '0' } } },
    }),
    once: true,
  },
  'POST /admin/user-management/reset-portfolio': {
    by: 'admin',
    request: ({ userId }) => ({ body: { userId, reason: 'Starts anew' } }),
    once: true,
  },
  'POST /admin/user-management/adjustments/:userId/review': {
    by: 'admin',
    request: async ({ userId }) => {
      const balances = { BTC: { available: '1', was: '0' } }
      await proposer.client.call(updatePortfolio, { body: { userId, reason: 'Gift', balances } })
      const waiting = await admin.client.call(listWaitingAdjustments)
      const proposedAt = waiting.find(({ user }) => user.id === userId)?.first_approval?.at ?? ''
      return { params: { userId }, body: { action: 'approve', proposedAt } }
    },
    once: true,
  },
  'POST /admin/user-management/reset-second-factor': {
    by: 'admin',
    request: async ({ userId }) => {
      await withSecondFactor(userId)
      return { body: { userId, reason: 'Lost the phone' } }
    },
    once: true,
  },
  'POST /admin/user-management/second-factor-resets/:userId/review': {
    by: 'admin',
    request: async ({ userId }) => {
      await withSecondFactor(userId)
      const body = { userId, reason: 'Lost the phone' }
      await proposer.client.call(requestSecondFactorReset, { body })
      const { rows } = await services.pool.query(
        `select data #>> '{firstApproval,approvedAt}' as at from document where stream = $1`,
        [`second-factor-reset-${userId}`],
      )
      return { params: { userId }, body: { action: 'approve', requestedAt: rows[0].at } }
    },
    once: true,
  },
  'POST /api/admin/deposit-addresses': {
    by: 'admin',
    request: () => ({
      body: {
        symbol: 'ETH',
        network: 'ERC20',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      },
    }),
  },
  'PUT /api/admin/deposit-addresses/:assetSymbol': {
    by: 'admin',
    request: () => ({
      params: { assetSymbol: 'TRX' },
      body: { network: 'TRC20', address: OTHER_ADDRESS },
    }),
  },
  'PUT /api/admin/deposit-addresses/:assetSymbol/active': {
    by: 'admin',
    request: () => ({
      params: { assetSymbol: 'TRX' },
      body: { network: 'TRC20', isActive: false },
    }),
  },
  'POST /api/admin/deposit-addresses/:assetSymbol/review': {
    by: 'admin',
    request: async () => {
      const [next = ''] = [OTHER_ADDRESS, usdtAddress.address].filter((each) => each !== shown)
      shown = next
      const { address } = await proposer.client.call(changeDepositAddress, {
        params: { assetSymbol: 'USDT' },
        body: { network: 'TRC20', address: next },
      })
      const proposedAt = address.proposal?.proposed_at ?? ''
      const body = { network: 'TRC20', action: 'approve', proposedAt }
      return { params: { assetSymbol: 'USDT' }, body }
    },
    once: true,
  },
}

beforeAll(async () => {
  await bitcoinBecomes(world, order.price)
  ;[admin, reviewer, proposer] = [
    await newAdmin(world),
    await newAdmin(world),
    await newAdmin(world),
  ]
  for (const symbol of ['USDT', 'TRX'] as const) {
    await offerAddress(world, { ...usdtAddress, symbol })
  }
})

afterAll(() => expectSoundLedger(world))

const commands = app.mountedRoutes.filter(({ idempotency }) => idempotency === 'key')

/** A user with money for one submission but not for two. */
async function customer(): Promise<Person> {
  const user = await newUser(world)
  await fund(world, user, 'USDT', '600')
  return user
}

function commandOf(name: string): Command {
  const command = COMMANDS[name]
  if (!command) throw new Error(`${name} has no row`)
  return command
}

it('every route with an idempotency key has a row', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(commands.map(routeName).sort())
})

describe.each(commands.map((route) => [routeName(route), route] as const))('%s', (name, route) => {
  it('has one effect and one answer for concurrent requests with one key', async () => {
    const { by, request } = commandOf(name)
    const user = await customer()
    const sender = by === 'admin' ? admin : user
    const key = randomUUID()
    const asked = { ...(await request(user)), key }
    const length = route.files ? FORMS_MAX_BY_USER : MANY
    const answers = await Promise.all(
      Array.from({ length }, () => sender.client.send(route, asked)),
    )
    const [first] = answers
    expect(first?.status, first?.text).toBe(200)
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(stablePartOf(body)).toEqual(stablePartOf(first?.body))
    }
    const { rowCount } = await services.pool.query('select 1 from event where key = $1', [
      idempotencyKey(sender.userId, key),
    ])
    expect(rowCount).toBe(1)
  })

  it('never breaks the state for concurrent requests with different keys', async () => {
    const { by, request, once } = commandOf(name)
    const user = await customer()
    const asked = await request(user)
    const answers = await atOnce(MANY, (index) => {
      const staff = index % 2 ? admin : reviewer
      return (by === 'admin' ? staff : user).client.send(route, asked)
    })
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
    const done = answers.filter(({ status }) => status === 200).length
    if (once) expect(done).toBe(1)
  })
})
