import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import {
  listWithdrawalsForReview,
  reviewWithdrawal,
  startSending,
  stopSending,
} from '#shared/contract/withdrawals.ts'
import { offerUsdtAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { depositBy } from '#tests/api/support/review-cases.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { submit } from '#tests/api/support/withdrawals.ts'

const world = await openTestApp({ config: { secondApprovalAboveUsd: '1000' } })

let sender: Person
let colleague: Person
let owner: Person

beforeEach(async () => {
  sender = await newAdmin(world)
  colleague = await newAdmin(world)
  owner = await newUser(world)
  await fund(world, owner, 'USDT', '5000')
  await offerUsdtAddress(world)
})
afterEach(() => expectSoundLedger(world))

async function withdrawalOf(amount: string): Promise<{ params: { id: string } }> {
  const { body } = await submit(owner, { amount, walletAddress: DEMO_WALLET.address })
  return { params: { id: body.request.id } }
}

type Asked = Awaited<ReturnType<typeof withdrawalOf>>
const codeOf = ({ status, body }: { status: number; body: object }) =>
  'code' in body ? body.code : status
const start = async (at: Asked, by = sender) => codeOf(await by.client.send(startSending, at))
const approve = async (at: Asked, by = sender) =>
  codeOf(await by.client.send(reviewWithdrawal, { ...at, body: { action: 'approve' } }))

async function needsSecond({ params: { id } }: Asked, by = sender) {
  const waiting = await by.client.call(listWithdrawalsForReview, { query: {} })
  return waiting.find((each) => each.id === id)?.second_approval_reason
}

test('a member of staff cannot send more alone by recording their transfers later', async () => {
  const [first, second, small] = [
    await withdrawalOf('800'),
    await withdrawalOf('700'),
    await withdrawalOf('200'),
  ]
  expect(await start(first)).toBe(200)
  expect(await needsSecond(first)).toBeNull()
  expect(await needsSecond(second)).toBe('customer_total')
  expect(await start(second)).toBe('withdrawal.approve_first')
  expect(await start(small)).toBe(200)
  // Sent withdrawals within the limits can be recorded, and each counts once.
  expect(await approve(first)).toBe(200)
  expect(await approve(small)).toBe(200)
  expect(await needsSecond(second)).toBe('customer_total')
  expect(await needsSecond(second, colleague)).toBeNull()
})

test('a withdrawal that a member of staff is sending counts towards their limit for other approvals', async () => {
  const sent = await withdrawalOf('800')
  expect(await start(sent)).toBe(200)
  const deposit = await depositBy(owner, undefined, '300')
  const response = await sender.client.send(reviewDeposit, {
    params: { id: deposit },
    body: { action: 'approve', takesEffect: true },
  })
  expect(codeOf(response)).toBe('review.effect_changed')
})

test('a withdrawal whose sending was stopped no longer counts', async () => {
  const [first, second] = [await withdrawalOf('800'), await withdrawalOf('700')]
  expect(await start(first)).toBe(200)
  await sender.client.call(stopSending, first)
  expect(await start(second)).toBe(200)
})

test('a withdrawal that two people have approved counts for neither of them', async () => {
  const [large, other] = [await withdrawalOf('1500'), await withdrawalOf('900')]
  expect(await approve(large, colleague)).toBe(200)
  expect(await start(large)).toBe(200)
  expect(await start(other)).toBe(200)
})
