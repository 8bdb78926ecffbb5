import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { loanForm, order, verificationForm } from './support/new-items.ts'
import { photo } from './support/pictures.ts'
import { fund, newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const OURS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

beforeAll(async () => {
  world.market.set('BTC', order.price)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: OURS })
})

const withdrawal = { symbol: 'USDT', amount: '5', walletAddress: DEMO_WALLET.address } as const
const SUBMISSIONS: readonly (readonly [RouteDefinition, () => Request | Promise<Request>])[] = [
  [submitWithdrawal, () => ({ body: withdrawal })],
  [placeTrade, () => ({ body: order })],
  [openStake, () => ({ body: { amount: '500', duration: 1 } })],
  [submitLoan, () => ({ body: loanForm })],
  [startConversation, () => ({ body: { message: 'Hello' } })],
  [
    submitDeposit,
    async () => ({
      body: { symbol: 'USDT', amount: '50' },
      files: { screenshot: await photo(16, 16) },
    }),
  ],
  [submitKyc, verificationForm],
]

/** Runs on a server of a release that accepts nothing of what these fields say. */
async function afterTightening<T>(
  route: RouteDefinition,
  sent: Request,
  run: () => Promise<T>,
): Promise<T> {
  const before = route.body as z.ZodMiniObject
  const none = Object.keys(sent.body ?? {}).map((name) => [name, z.literal('other')])
  const changed = route as { body?: z.ZodMiniType }
  changed.body = z.extend(before, Object.fromEntries(none))
  try {
    return await run()
  } finally {
    changed.body = before
  }
}

async function rich(): Promise<Person> {
  const user = await newUser(world)
  await fund(world, user, 'USDT', '1000')
  return user
}

describe('a submission whose schema a later release tightened', () => {
  test.each(SUBMISSIONS)('gets the result of its first attempt: $path', async (route, request) => {
    const { client } = await rich()
    const sent = { ...(await request()), key: randomUUID() }
    const first = await client.send(route, sent)
    expect(first.status).toBe(200)
    const [repeated, anew] = await afterTightening(route, sent, async () => [
      await client.send(route, sent),
      await client.send(route, { ...sent, key: randomUUID() }),
    ])
    expect(repeated?.status).toBe(200)
    expect(idsIn(repeated?.body)).toEqual(idsIn(first.body))
    expect(anew).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })

  test('is refused as before where its key has another request, or is of another user', async () => {
    const [{ client }, other] = [await rich(), await rich()]
    const sent = { body: withdrawal, key: randomUUID() } as const
    expect((await client.send(submitWithdrawal, sent)).status).toBe(200)
    const answers = await afterTightening(submitWithdrawal, sent, async () => [
      await client.send(submitWithdrawal, { ...sent, body: { ...withdrawal, amount: '6' } }),
      await other.client.send(submitWithdrawal, sent),
    ])
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'input.invalid'])
    }
  })

  test('moves money once', () => expectSoundLedger(world))
})

/** Of an answer with signed links and times, what names the item. */
function idsIn(body: unknown): string[] {
  return JSON.stringify(body).match(/"id":"[^"]+"/g) ?? []
}
