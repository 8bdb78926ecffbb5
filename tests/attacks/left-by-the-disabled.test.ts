import { beforeEach, expect, test } from 'vitest'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { reviewAdjustment, updatePortfolio } from '#shared/contract/adjustments.ts'
import { changeDepositAddress, reviewDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { claimReview, listReviews, readReview } from '#shared/contract/review-desk.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import {
  requestSecondFactorReset,
  reviewSecondFactorReset,
  type SecondFactorReset,
} from '#shared/contract/second-factor-resets.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { reviewWithdrawal } from '#shared/contract/withdrawals.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import { protectedAccount } from '#tests/api/support/second-factors.ts'
import { fund, newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'
import { submit } from '#tests/api/support/withdrawals.ts'

const world = await openTestApp()
const { clock, services } = world
const OURS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const THEIRS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

let dishonest: Person
let tired: Person
let third: Person

beforeEach(async () => {
  ;[dishonest, tired, third] = [await newAdmin(world), await newAdmin(world), await newAdmin(world)]
})

const foundOut = () =>
  third.client.call(toggleUserStatus, { body: { userId: dishonest.userId, isActive: false } })

async function largeWithdrawal(): Promise<{ owner: Person; id: string }> {
  const owner = await newUser(world)
  await fund(world, owner, 'USDT', '30000')
  return { owner, id: (await submit(owner, { amount: '30000' })).body.request.id }
}

async function approve(by: Person, id: string): Promise<string> {
  const { status, body } = await by.client.send(reviewWithdrawal, {
    params: { id },
    body: { action: 'approve' },
  })
  if (status !== 200) return String(body.code)
  return body.awaits_second_approval ? 'waits for a second person' : 'took effect'
}

const subjectOf = async (by: Person, kind: string, id: string) =>
  (await by.client.call(readReview, { params: { kind, id } })).subject

/** Whether the list of the review desk says so of a case. */
async function awaitsSecond(kind: string, id: string): Promise<boolean | undefined> {
  const { items } = await tired.client.call(listReviews, { query: { kind } })
  return items.find((item) => item.id === id)?.awaits_second
}

test('the first approval of a disabled colleague no longer counts', async () => {
  const { owner, id } = await largeWithdrawal()
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  const before = (await subjectOf(tired, 'withdrawal', id)) as ApprovalStanding
  expect(before.first_approval?.user_id).toBe(dishonest.userId)
  expect(await awaitsSecond('withdrawal', id)).toBe(true)
  await foundOut()
  expect(await awaitsSecond('withdrawal', id)).toBe(false)
  expect(await subjectOf(tired, 'withdrawal', id)).toMatchObject({
    first_approval: null,
    needs_second_approval: true,
    second_approval_reason: 'amount',
  })
  expect(await approve(tired, id)).toBe('waits for a second person')
  expect(await holdings(world, owner)).toEqual({ USDT: '0 + 30000' })
  expect(await approve(third, id)).toBe('took effect')
  await expectSoundLedger(world)
})

test('a first approval does not count again once its author is enabled again', async () => {
  const { owner, id } = await largeWithdrawal()
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  await foundOut()
  // The accomplice would enable the author, give the second approval and disable them again.
  const body = { userId: dishonest.userId, isActive: true }
  await tired.client.call(toggleUserStatus, { body })
  expect(await awaitsSecond('withdrawal', id)).toBe(false)
  expect(await subjectOf(tired, 'withdrawal', id)).toMatchObject({ first_approval: null })
  expect(await approve(tired, id)).toBe('waits for a second person')
  expect(await holdings(world, owner)).toEqual({ USDT: '0 + 30000' })

  // What they approve after that counts.
  expect(await approve(dishonest, id)).toBe('took effect')
  const { id: next } = await largeWithdrawal()
  expect(await approve(dishonest, next)).toBe('waits for a second person')
  expect(await approve(third, next)).toBe('took effect')
  await expectSoundLedger(world)
})

test('a first approval does not count again once its author is granted the staff role again', async () => {
  const { id } = await largeWithdrawal()
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  for (const role of ['user', 'admin'] as const) {
    await grantRole(services.identity, dishonest.userId, { role, reason: 'Reorganisation' })
  }
  expect(await awaitsSecond('withdrawal', id)).toBe(false)
  expect(await approve(tired, id)).toBe('waits for a second person')
})

test('a first approval counts for seven days, and its author may renew it', async () => {
  const { id } = await largeWithdrawal()
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  clock.advance(7 * DAY_MS - HOUR_MS)
  dishonest = await renewed(world, dishonest)
  expect(await approve(dishonest, id)).toBe('approval.second_person')
  clock.advance(2 * HOUR_MS)
  ;[dishonest, tired] = [await renewed(world, dishonest), await renewed(world, tired)]
  const params = { kind: 'withdrawal', id }
  expect((await dishonest.client.send(claimReview, { params, body: {} })).status).toBe(200)
  expect(await approve(dishonest, id)).toBe('waits for a second person')
  expect(await approve(tired, id)).toBe('took effect')
})

test('a disabled colleague’s proposal can only be rejected, and must be proposed again', async () => {
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: OURS })
  const place = { assetSymbol: 'USDT' } as const
  const change = { params: place, body: { network: 'TRC20', address: THEIRS } } as const
  const proposed = await dishonest.client.call(changeDepositAddress, change)
  const proposedAt = proposed.address.proposal?.proposed_at ?? ''
  expect(await awaitsSecond('deposit-address', 'USDT-TRC20')).toBe(true)
  await foundOut()
  expect(await awaitsSecond('deposit-address', 'USDT-TRC20')).toBe(false)
  const review = async (action: 'approve' | 'reject') => {
    const body = { action, network: 'TRC20', proposedAt } as const
    const response = await tired.client.send(reviewDepositAddress, { params: place, body })
    return response.body.code ?? response.status
  }
  expect(await review('approve')).toBe('approval.outdated')
  const body = { userId: dishonest.userId, isActive: true }
  await third.client.call(toggleUserStatus, { body })
  expect(await review('approve')).toBe('approval.outdated')
  expect(await review('reject')).toBe(200)
  expect((await tired.client.send(changeDepositAddress, change)).status).toBe(200)
})

test('a disabled colleague’s adjustment can only be rejected', async () => {
  const { userId } = await newUser(world)
  const balances = { USDT: { was: '0', available: '30000' } }
  const wanted = { body: { userId, reason: 'Correction', balances } }
  expect((await dishonest.client.call(updatePortfolio, wanted)).awaits_second_approval).toBe(true)
  await foundOut()
  const waiting = (await subjectOf(tired, 'adjustment', userId)) as ApprovalStanding
  const proposedAt = waiting.first_approval?.at ?? ''
  const review = async (action: 'approve' | 'reject') => {
    const body = { action, proposedAt }
    const response = await tired.client.send(reviewAdjustment, { params: { userId }, body })
    return response.body.code ?? response.status
  }
  expect(await review('approve')).toBe('approval.outdated')
  expect(await review('reject')).toBe(200)
})

test('a disabled colleague’s second-factor reset can only be rejected, and its owner is told of the request', async () => {
  const { userId, email } = await protectedAccount(world)
  const body = { userId, reason: 'Lost the phone' }
  await dishonest.client.call(requestSecondFactorReset, { body })
  await new Mailbox(services.config.dataDir).find(email, /(is about to be reset)/)
  await foundOut()
  const reset = (await subjectOf(tired, 'second-factor-reset', userId)) as SecondFactorReset
  const review = async (action: 'approve' | 'reject') => {
    const decision = { action, requestedAt: reset.requested_at }
    const request = { params: { userId }, body: decision }
    const response = await tired.client.send(reviewSecondFactorReset, request)
    return response.body.code ?? response.status
  }
  expect(await review('approve')).toBe('approval.outdated')
  expect(await review('reject')).toBe(200)
  expect((await tired.client.send(requestSecondFactorReset, { body })).status).toBe(200)
})
