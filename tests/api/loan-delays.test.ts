import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { lending } from './support/loans.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, type Person, renewed } from './support/traders.ts'

const world = await openTestApp()
const { clock } = world
let admin: Person
const { borrower, pay, own, submit, review } = lending(world, () => admin)

beforeAll(async () => {
  admin = await newAdmin(world)
  await offerAddress(world, {
    symbol: 'USDT',
    network: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  })
})

/** Moves the clock. @returns the same borrower with a new session; staff get one too */
async function later(days: number, person: Person): Promise<Person> {
  clock.advance(days * DAY_MS)
  admin = await renewed(world, admin)
  return renewed(world, person)
}

/** Sets a balance, as if the borrower had spent or received money. */
async function spend({ userId }: Person, [was, available]: readonly [string, string]) {
  const body = { userId, reason: 'Spent', balances: { USDT: { was, available } } }
  await admin.client.call(updatePortfolio, { body })
}

const limitBuy = { symbol: 'BTC/USDT', side: 'buy', amount: '0.006', price: '50000' } as const
const PAYOUT = { symbol: 'USDT', amount: '300', walletAddress: DEMO_WALLET.address } as const
const SHORT_STAKE = { amount: '300', duration: 1 } as const

const decide = (id: string, action: 'approve' | 'reject' = 'approve') =>
  admin.client.call(reviewDeposit, {
    params: { id },
    body: { action, ...(action === 'reject' ? { rejectionReason: 'Nothing has arrived' } : {}) },
  })
const enable = ({ userId }: Person, isActive: boolean) =>
  admin.client.call(toggleUserStatus, { body: { userId, isActive } })
const penaltyOf = async (by: Person) => (await own(by)).at(-1)?.due?.penalty

describe('a deposit that waits for its review', () => {
  test('counts as of when it was submitted, if it would have repaid the loan', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '900'])
    let user = await later(29, started.user)
    const deposit = await depositBy(user, undefined, '157.5')
    user = await later(5, user)
    expect(await penaltyOf(user)).toBe('200')
    await decide(deposit)
    expect(await own(user)).toMatchObject([{ due: { penalty: '0', total: '1057.5' } }])
    const paid = await pay(user, started.loan.id, '1057.5')
    expect([paid.status, paid.body.loan?.paid]).toMatchObject([200, { penalty: '0' }])
    expect(await holdings(world, user)).toEqual({ USDT: '0 + 0' })
    await expectSoundLedger(world)
  })

  test('deducts only the days during which it waited', async () => {
    const started = await borrower()
    let user = await later(32, started.user)
    const deposit = await depositBy(user, undefined, '400')
    user = await later(5, user)
    expect(await penaltyOf(user)).toBe('350')
    await decide(deposit)
    expect(await penaltyOf(user)).toBe('100')
  })

  test('counts for a day after its approval', async () => {
    const started = await borrower()
    let user = await later(29, started.user)
    const deposit = await depositBy(user, undefined, '100')
    user = await later(5, user)
    await decide(deposit)
    user = await later(23 / 24, user)
    expect(await penaltyOf(user)).toBe('0')
    user = await later(1 / 24, user)
    expect(await penaltyOf(user)).toBe('250')
  })

  test('does not count if it would not have been enough, or was rejected', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '0'])
    let user = await later(29, started.user)
    const [small, forged] = [
      await depositBy(user, undefined, '1057.4'),
      await depositBy(user, undefined, '5000'),
    ]
    user = await later(5, user)
    await decide(small)
    await decide(forged, 'reject')
    expect(await penaltyOf(user)).toBe('200')
  })

  test('does not count if the loan could have been repaid without it', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '1257.5'])
    let user = await later(29, started.user)
    const deposit = await depositBy(user, undefined, '50')
    user = await later(5, user)
    await decide(deposit)
    expect(await penaltyOf(user)).toBe('200')
  })

  test.each([
    ['an order', (by: Person) => by.client.call(placeTrade, { body: limitBuy })],
    ['a withdrawal', (by: Person) => by.client.call(submitWithdrawal, { body: PAYOUT })],
    ['a short stake', (by: Person) => by.client.call(openStake, { body: SHORT_STAKE })],
  ])('does not count if only the money frozen in %s was missing', async (_, freeze) => {
    const started = await borrower()
    await spend(started.user, ['1000', '1257.5'])
    let user = await later(29, started.user)
    await bitcoinBecomes(world, '50000')
    await freeze(user)
    expect(await holdings(world, user)).toEqual({ USDT: '957.5 + 300' })
    const deposit = await depositBy(user, undefined, '100')
    user = await later(5, user)
    await decide(deposit)
    expect(await penaltyOf(user)).toBe('200')
  })

  test('counts if it was missing even with the money frozen in an order', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '900'])
    let user = await later(29, started.user)
    await bitcoinBecomes(world, '50000')
    await user.client.call(placeTrade, { body: limitBuy })
    const deposit = await depositBy(user, undefined, '157.5')
    user = await later(5, user)
    await decide(deposit)
    expect(await penaltyOf(user)).toBe('0')
  })

  test('counts only for the loans it covers together, not one after another', async () => {
    const started = await borrower()
    const second = await submit(started.user)
    await review(second.body.loan.id, { action: 'approve' })
    await spend(started.user, ['2000', '0'])
    let user = await later(29, started.user)
    const deposit = await depositBy(user, undefined, '1500')
    user = await later(5, user)
    await decide(deposit)
    await spend(user, ['1500', '5000'])
    expect((await own(user)).map(({ due }) => due?.penalty)).toEqual(['0', '0'])
    expect((await pay(user, started.loan.id, '1057.5')).status).toBe(200)
    const stale = await pay(user, second.body.loan.id, '1057.5')
    expect(stale.body).toMatchObject({ code: 'terms.changed', actual: '1257.5' })
  })
})

describe('a disabled account', () => {
  test('adds no penalty while its owner cannot deposit', async () => {
    const started = await borrower()
    let user = await later(31, started.user)
    expect(await penaltyOf(user)).toBe('50')
    await enable(user, false)
    user = await later(10, user)
    expect(await penaltyOf(user)).toBe('50')
    await enable(user, true)
    user = await later(2, user)
    expect(await penaltyOf(user)).toBe('150')
  })

  test('does not count before the loan was due', async () => {
    const started = await borrower()
    await enable(started.user, false)
    let user = await later(30, started.user)
    await enable(user, true)
    user = await later(1, user)
    expect(await penaltyOf(user)).toBe('50')
  })

  test('excuses no borrower whose money was enough when it was disabled', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '1607.5'])
    let user = await later(31, started.user)
    await enable(user, false)
    user = await later(10, user)
    expect(await penaltyOf(user)).toBe('550')
    const paid = await pay(user, started.loan.id, '1607.5')
    expect([paid.status, paid.body.loan?.paid]).toMatchObject([200, { penalty: '550' }])
    await expectSoundLedger(world)
  })

  test('excuses no borrower who only froze the money before it was disabled', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '1057.5'])
    const user = await later(29, started.user)
    await bitcoinBecomes(world, '50000')
    await user.client.call(placeTrade, { body: limitBuy })
    await enable(user, false)
    expect(await penaltyOf(await later(5, user))).toBe('200')
  })

  test('is judged each time by the money and the penalties of that time', async () => {
    const started = await borrower()
    await spend(started.user, ['1000', '1057.5'])
    let user = await later(29, started.user)
    await enable(user, false)
    user = await later(4, user)
    await enable(user, true)
    expect(await penaltyOf(user)).toBe('150')
    await enable(user, false)
    user = await later(5, user)
    expect(await penaltyOf(user)).toBe('150')
  })
})
