import { beforeAll, expect, test } from 'vitest'
import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import {
  type DepositEvent,
  type DepositState,
  deposits,
  reviewDeposit as reviewDepositAs,
} from '#server/features/deposits/decider.ts'
import { FEATURES } from '#server/features/index.ts'
import {
  reviewWithdrawal as reviewWithdrawalAs,
  type WithdrawalState,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import type { Weight } from '#server/reviews/events.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { COUNTING_RULES, type CountingRules } from '#shared/rules/second-approval.ts'
import { DAY_MS, HOUR_MS, instantOf } from '#shared/time.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { counting } from '#tests/ledger/adjusting.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'

// With the default limit of 25,000 USD.
const world = await openTestApp()
const { clock } = world
const OURS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

let screenshot: Awaited<ReturnType<typeof photo>>

beforeAll(async () => {
  screenshot = await photo(16, 16)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: OURS })
})

async function deposit({ client }: Person, amount: string): Promise<string> {
  const request = { body: { symbol: 'USDT', amount }, files: { screenshot } } as const
  return (await client.call(submitDeposit, request)).request.id
}

async function withdrawal({ client }: Person, amount: string): Promise<string> {
  const body = { symbol: 'USDT', amount, walletAddress: WALLET } as const
  return (await client.call(submitWithdrawal, { body })).request.id
}

const approve = { action: 'approve' } as const

/**
 * Decides without reading what the reviewer has approved before, and records the rules of this
 * release, of another one, or none (null).
 */
async function forge(
  by: Person,
  owner: Person,
  [flow, amount, rules = COUNTING_RULES]: ['in' | 'out', string, (CountingRules | null)?],
  at: string,
) {
  const id = flow === 'in' ? await deposit(owner, amount) : await withdrawal(owner, amount)
  const worth = {
    ...{ value: parseUnits(amount), above: '25000', ticks: [], flow },
    before: NOTHING_APPROVED,
  }
  const facts = { reviewerId: by.userId, at, worth }
  const command = { ...approve, notes: null, reason: null, requireReverification: false }
  const forged = {
    ...{ id, owner: owner.userNo, key: null, systemKey: id, requestHash: requestHash({ id }) },
    metadata: { actor: { kind: 'admin', id: by.userId }, at, correlation: id },
  } as const
  const { log } = world.services
  if (flow === 'in') {
    const decideWith = (state: DepositState) =>
      decidedBy(rules, reviewDepositAs(state, command, facts))
    return handleCommand(log, { ...forged, aggregate: deposits, decideWith })
  }
  const decideWith = (state: WithdrawalState) =>
    reviewWithdrawalAs(state, { ...command, screenshot: null }, { ...facts, frozenUntil: null })
  return handleCommand(log, { ...forged, aggregate: withdrawals, decideWith })
}

function decidedBy(rules: CountingRules | null, decision: Decision<DepositEvent>) {
  if (isRefusal(decision) || decision.type !== 'DepositApproved') return decision
  const { rules: _, ...weight } = decision.data.weight as Weight
  const recorded = { ...weight, ...(rules && { rules }) }
  return { ...decision, data: { ...decision.data, weight: recorded } }
}

const faults = async () =>
  (await inspectLedger(world.services.pool, [...FEATURES.aggregates, counting])).faults

// Each of these tests leaves the log unsound.
test('an approval by one person beyond a limit is found by the verifier', async () => {
  const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
  const now = clock.now()
  await forge(dishonest, friend, ['in', '20000'], instantOf(now - DAY_MS))
  await forge(dishonest, friend, ['in', '20000'], instantOf(now))
  expect(await faults()).toEqual([])
  await forge(dishonest, friend, ['in', '5001'], instantOf(now + HOUR_MS))
  expect(await faults()).toMatchObject([{ check: 'approvals', more: 0 }])
})

test('the verifier finds a release that exceeds the sum for customers whom one person credited', async () => {
  const dishonest = await newAdmin(world)
  const release = async (amount: string, hours: number) => {
    const friend = await newUser(world)
    const at = instantOf(clock.now() + hours * HOUR_MS)
    await forge(dishonest, friend, ['in', '2500'], at)
    await forge(dishonest, friend, ['out', amount], at)
  }
  await release('1000', 1)
  await release('1500', 2)
  expect(await faults()).toMatchObject([{ check: 'approvals', more: 0 }])
  await release('1', 3)
  expect(await faults()).toMatchObject([{ check: 'approvals', more: 1 }])
})

test('each approval is verified by the rules that it recorded, and counts all earlier ones', async () => {
  const NARROW = { ...COUNTING_RULES, countedMs: HOUR_MS }
  const WIDE = { ...COUNTING_RULES, countedMs: 3 * DAY_MS }
  const faultsSince = async (steps: [hours: number, rules: CountingRules | null][]) => {
    const [staff, friend] = [await newAdmin(world), await newUser(world)]
    const before = await faults()
    for (const [hours, rules] of steps) {
      const at = instantOf(clock.now() + hours * HOUR_MS)
      await forge(staff, friend, ['in', '20000', rules], at)
    }
    const count = (found: Awaited<ReturnType<typeof faults>>) => 1 + (found[0]?.more ?? 0)
    return count(await faults()) - count(before)
  }
  expect(
    await faultsSince([
      [0, null],
      [2, NARROW],
    ]),
  ).toBe(0)
  expect(
    await faultsSince([
      [0, NARROW],
      [2, null],
    ]),
  ).toBe(1)
  expect(
    await faultsSince([
      [0, null],
      [48, COUNTING_RULES],
    ]),
  ).toBe(0)
  expect(
    await faultsSince([
      [0, null],
      [48, WIDE],
    ]),
  ).toBe(1)
})
