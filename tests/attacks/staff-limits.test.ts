import { beforeAll, describe, expect, test } from 'vitest'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { listDepositsForReview, reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import {
  listWithdrawalsForReview,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { fund, newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'

// With the default limit of 25,000 USD.
const world = await openTestApp()
const { clock } = world
const OURS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
const SIX = Array.from({ length: 6 })

let other: Person
let screenshot: Awaited<ReturnType<typeof photo>>

beforeAll(async () => {
  other = await newAdmin(world)
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

interface Response {
  readonly status: number
  readonly body: { readonly awaits_second_approval?: true | undefined }
}

/** The outcome of one approval. */
function effectOf({ status, body }: Response): string {
  if (status !== 200) return String(status)
  return body.awaits_second_approval ? 'waits for a second person' : 'took effect'
}

const approve = { action: 'approve' } as const
const approveDeposit = async (by: Person, id: string) =>
  effectOf(await by.client.send(reviewDeposit, { params: { id }, body: approve }))
const approveWithdrawal = async (by: Person, id: string) =>
  effectOf(await by.client.send(reviewWithdrawal, { params: { id }, body: approve }))

const adjust = async (by: Person, { userId }: Person, [was, available]: [string, string]) =>
  effectOf(
    await by.client.send(updatePortfolio, {
      body: { userId, reason: 'Correction', balances: { USDT: { was, available } } },
    }),
  )

/** The number of results of each kind. */
function tally(effects: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const effect of effects) counts[effect] = (counts[effect] ?? 0) + 1
  return counts
}

describe('one member of staff cannot evade the two-person limit', () => {
  test('by six adjustments of 25,000 for one customer', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    expect(await adjust(dishonest, friend, ['0', '25000'])).toBe('took effect')
    expect(await adjust(dishonest, friend, ['25000', '50000'])).toBe('waits for a second person')
    expect(await holdings(world, friend)).toEqual({ USDT: '25000 + 0' })
  })

  test('by six approvals of 25,000 for one customer at the same moment', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    await fund(world, friend, 'USDT', '150000')
    const ids = await Promise.all(SIX.map(() => withdrawal(friend, '25000')))
    const effects = await Promise.all(ids.map((id) => approveWithdrawal(dishonest, id)))
    expect(tally(effects)).toEqual({ 'took effect': 1, 'waits for a second person': 5 })
    expect(await holdings(world, friend)).toEqual({ USDT: '0 + 125000' })
  })

  test('by adjusting and approving in turn', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    const ids = [await deposit(friend, '15000'), await deposit(friend, '10000')]
    expect(await adjust(dishonest, friend, ['0', '5000'])).toBe('took effect')
    expect(await approveDeposit(dishonest, ids[0] as string)).toBe('took effect')
    expect(await approveDeposit(dishonest, ids[1] as string)).toBe('waits for a second person')
    // The limit applies per person: another one has a separate limit.
    const third = await deposit(friend, '10000')
    expect(await approveDeposit(await newAdmin(world), third)).toBe('took effect')
  })

  test('by giving a balance and taking it away again', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    expect(await adjust(dishonest, friend, ['0', '25000'])).toBe('took effect')
    expect(await adjust(dishonest, friend, ['25000', '0'])).toBe('waits for a second person')
  })

  test('by many customers at the same moment', async () => {
    const dishonest = await newAdmin(world)
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => deposit(await newUser(world), '25000')),
    )
    const effects = await Promise.all(ids.map((id) => approveDeposit(dishonest, id)))
    expect(tally(effects)).toEqual({ 'took effect': 10, 'waits for a second person': 2 })
  })

  test('and has the full limit again a day later', async () => {
    let honest = await newAdmin(world)
    let friend = await newUser(world)
    await approveDeposit(honest, await deposit(friend, '25000'))
    const id = await deposit(friend, '25000')
    clock.advance(DAY_MS - HOUR_MS)
    honest = await renewed(world, honest)
    other = await renewed(world, other)
    const shown = await honest.client.call(listDepositsForReview, { query: { limit: 200 } })
    expect(shown.find((each) => each.id === id)).toMatchObject({
      needs_second_approval: true,
      second_approval_reason: 'customer_total',
    })
    const others = await other.client.call(listDepositsForReview, { query: { limit: 200 } })
    expect(others.find((each) => each.id === id)).toMatchObject({ needs_second_approval: false })
    clock.advance(2 * HOUR_MS)
    honest = await renewed(world, honest)
    friend = await renewed(world, friend)
    expect(await approveDeposit(honest, id)).toBe('took effect')
  })
})

describe('one member of staff alone cannot credit a customer and release the coins', () => {
  test('after an adjustment', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    await adjust(dishonest, friend, ['0', '20000'])
    const [small, large] = [await withdrawal(friend, '2500'), await withdrawal(friend, '2501')]
    const waiting = await dishonest.client.call(listWithdrawalsForReview, { query: { limit: 200 } })
    expect(waiting.find(({ id }) => id === large)).toMatchObject({
      second_approval_reason: 'credited',
    })
    const params = { kind: 'withdrawal', id: large }
    const { subject } = await dishonest.client.call(readReview, { params })
    expect(subject).toMatchObject({ second_approval_reason: 'credited' })
    expect(await approveWithdrawal(dishonest, large)).toBe('waits for a second person')
    expect(await approveWithdrawal(dishonest, small)).toBe('took effect')
    expect(await approveWithdrawal(await newAdmin(world), large)).toBe('took effect')
  })

  test('after a deposit, in pieces of a tenth of the limit', async () => {
    const [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    await approveDeposit(dishonest, await deposit(friend, '15000'))
    const ids = await Promise.all(SIX.map(() => withdrawal(friend, '2500')))
    const effects = await Promise.all(ids.map((id) => approveWithdrawal(dishonest, id)))
    expect(tally(effects)).toEqual({ 'took effect': 1, 'waits for a second person': 5 })
  })

  test('after giving one of the two approvals of a large credit', async () => {
    const [first, second] = [await newAdmin(world), await newAdmin(world)]
    const friend = await newUser(world)
    const id = await deposit(friend, '30000')
    expect(await approveDeposit(first, id)).toBe('waits for a second person')
    expect(await approveDeposit(second, id)).toBe('took effect')
    for (const each of [first, second]) {
      const paid = await withdrawal(friend, '3000')
      expect(await approveWithdrawal(each, paid)).toBe('waits for a second person')
    }
  })

  test('in pieces of a tenth of the limit through accounts of friends, at the same moment', async () => {
    const dishonest = await newAdmin(world)
    const ids: string[] = []
    for (const _ of SIX) {
      const friend = await newUser(world)
      expect(await approveDeposit(dishonest, await deposit(friend, '2500'))).toBe('took effect')
      ids.push(await withdrawal(friend, '2500'))
    }
    const effects = await Promise.all(ids.map((id) => approveWithdrawal(dishonest, id)))
    expect(tally(effects)).toEqual({ 'took effect': 1, 'waits for a second person': 5 })
    // Customers whom they did not credit are not affected.
    const stranger = await newUser(world)
    await fund(world, stranger, 'USDT', '20000')
    const large = await withdrawal(stranger, '20000')
    expect(await approveWithdrawal(dishonest, large)).toBe('took effect')
  })

  test('in pieces, by crediting each friend after a release', async () => {
    const [dishonest, first, second] = [
      await newAdmin(world),
      await newUser(world),
      await newUser(world),
    ]
    await fund(world, first, 'USDT', '2000')
    expect(await approveWithdrawal(dishonest, await withdrawal(first, '2000'))).toBe('took effect')
    await adjust(dishonest, first, ['0', '2000'])
    await adjust(dishonest, second, ['0', '2000'])
    const paid = await withdrawal(second, '1000')
    expect(await approveWithdrawal(dishonest, paid)).toBe('waits for a second person')
  })

  test('until seven days later', async () => {
    let [dishonest, friend] = [await newAdmin(world), await newUser(world)]
    await approveDeposit(dishonest, await deposit(friend, '15000'))
    clock.advance(7 * DAY_MS - HOUR_MS)
    ;[dishonest, friend] = [await renewed(world, dishonest), await renewed(world, friend)]
    const ids = [await withdrawal(friend, '3000'), await withdrawal(friend, '3000')]
    expect(await approveWithdrawal(dishonest, ids[0] as string)).toBe('waits for a second person')
    clock.advance(2 * HOUR_MS)
    dishonest = await renewed(world, dishonest)
    expect(await approveWithdrawal(dishonest, ids[1] as string)).toBe('took effect')
    await expectSoundLedger(world)
  })
})
