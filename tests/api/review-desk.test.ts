import { describe, expect, test } from 'vitest'
import { addDepositAddress, reviewDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { resetKyc } from '#shared/contract/kyc.ts'
import {
  claimReview,
  listReviews,
  type ReviewItem,
  readReview,
  summariseWaiting,
} from '#shared/contract/review-desk.ts'
import type { ResponseOf } from '#shared/contract/route.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { openTestApp } from './support/app.ts'
import { lending } from './support/loans.ts'
import { photo } from './support/pictures.ts'
import { decide, depositBy, REVIEW_KINDS } from './support/review-cases.ts'
import { openReviewDesk } from './support/review-desk.ts'
import { newUser, type Person, renewed } from './support/traders.ts'

const world = await openTestApp()
const { services, clock } = world

const { first, second, renewStaff, submit, listOf, searched } = await openReviewDesk(world)

type Page = ResponseOf<typeof listReviews>

async function everyPage(of: Person, betweenPages: (items: ReviewItem[]) => Promise<void>) {
  const seen: ReviewItem[] = []
  for (let place: { before?: string } | null = {}; place; ) {
    const query: Record<string, string | number> = { search: of.email, limit: 2, ...place }
    const { items, next }: Page = await first.client.call(listReviews, { query })
    seen.push(...items)
    await betweenPages(items)
    place = next === null ? null : { before: next }
  }
  return seen
}

describe('the inbox', () => {
  test('lists pending requests of every kind, and matches the documents', async () => {
    const user = await newUser(world)
    for (const kind of REVIEW_KINDS) {
      const id = await submit(kind, user)
      clock.advance(1_000)
      const [item] = await searched(user, { kind })
      expect(item, kind).toMatchObject({ kind, id, waiting: true, claim: null })
      expect(item?.user).toMatchObject({ id: user.userId, email: user.email })
      const { rows } = await services.pool.query(
        `select coalesce(data ->> 'submittedAt', data ->> 'placedAt', data ->> 'createdAt',
                         data #>> '{firstApproval,approvedAt}') as since,
                split_part(coalesce(data ->> 'symbol', data #>> '{principal,symbol}'), '/', 1) as asset
         from document where stream = $1`,
        [`${kind}-${id}`],
      )
      expect({ since: item?.since, asset: item?.asset }).toEqual(rows[0])
    }
    const items = await searched(user)
    expect(items.map(({ kind }) => kind)).toEqual(REVIEW_KINDS)
    expect((await searched(user, { order: 'newest' })).map(({ kind }) => kind)).toEqual(
      [...REVIEW_KINDS].reverse(),
    )
    expect((await searched(user, { asset: 'BTC' })).map(({ kind }) => kind)).toEqual(['spot-order'])
    expect(await searched(user, { asset: 'DOGE' })).toEqual([])
  })

  test('is filtered by age, with unfiltered counts per kind', async () => {
    const user = await newUser(world)
    const before = await first.client.call(listReviews, { query: { kind: 'kyc', limit: 1 } })
    await submit('deposit', user)
    clock.advance(2 * HOUR_MS)
    await renewStaff()
    await submit('withdrawal', await renewed(world, user))
    expect((await searched(user, { hours: 2 })).map(({ kind }) => kind)).toEqual(['deposit'])
    expect(await searched(user, { hours: 3 })).toEqual([])
    const after = await first.client.call(listReviews, { query: { search: 'nobody at all' } })
    expect(after.items).toEqual([])
    expect(after.counts.deposit).toBe((before.counts.deposit ?? 0) + 1)
    expect(after.counts.withdrawal).toBe((before.counts.withdrawal ?? 0) + 1)
    expect(after.counts.kyc).toBe(before.counts.kyc)
  })

  test('counts pending requests of each kind, with the time of the oldest', async () => {
    const summary = () => first.client.call(summariseWaiting)
    const before = await summary()
    const user = await newUser(world)
    const id = await submit('deposit', user)
    const [oldest] = await listOf({ kind: 'deposit', limit: 1 })
    const { loan, ...after } = await summary()
    expect(after.deposit).toEqual({
      count: (before.deposit?.count ?? 0) + 1,
      oldest: oldest?.since,
    })
    expect(loan).toEqual(before.loan)
    await decide(first, 'deposit', id, 'approve')
    expect((await summary()).deposit?.count).toBe(before.deposit?.count)
    expect(Object.keys(before)).toEqual(expect.arrayContaining(REVIEW_KINDS))
    for (const { count, oldest: since } of Object.values(before)) {
      expect(since === null).toBe(count === 0)
    }
  })

  test('dates a resubmitted request from the new submission', async () => {
    const user = await newUser(world)
    await submit('kyc', user)
    const [old] = await searched(user)
    await decide(first, 'kyc', user.userId, 'reject')
    expect(await searched(user)).toEqual([])
    clock.advance(HOUR_MS)
    await renewStaff()
    await submit('kyc', await renewed(world, user))
    const [anew] = await searched(user)
    expect(Date.parse(anew?.since ?? '')).toBeGreaterThan(Date.parse(old?.since ?? '') + HOUR_MS)
  })

  test('is paged without gaps or repetitions while cases change', async () => {
    const user = await newUser(world)
    const ids: string[] = []
    for (let made = 0; made < 9; made += 1) {
      // Three share a millisecond and are ordered by id.
      if (made % 3 === 0) clock.advance(1_000)
      ids.push(await depositBy(user))
    }
    let pages = 0
    const seen = await everyPage(user, async (items) => {
      // This includes the case that the next page starts after.
      for (const { id } of items) await decide(first, 'deposit', id, 'reject')
      pages += 1
      if (pages === 2) await depositBy(user)
    })
    expect(seen.slice(0, 9).map(({ id }) => id)).toEqual(ids)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(10)
  })

  test('keeps a case waiting after its first approval', async () => {
    const user = await newUser(world)
    const { request } = await user.client.call(submitDeposit, {
      body: { symbol: 'USDT', amount: '5000000' },
      files: { screenshot: await photo(32, 32) },
    })
    const before = (await searched(user))[0]
    expect(before).toMatchObject({ awaits_second: false, decided_by: null })
    await decide(first, 'deposit', request.id, 'approve')
    expect(await searched(user, { approvals: 'none' })).toEqual([])
    const [item] = await searched(user, { approvals: 'one' })
    expect(item).toMatchObject({ awaits_second: true, decided_by: first.userId, waiting: true })
    expect((await decide(second, 'deposit', request.id, 'approve')).status).toBe(200)
    expect(await searched(user)).toEqual([])
    const params = { kind: 'deposit', id: request.id } as const
    const found = await first.client.call(readReview, { params })
    expect(found.item).toMatchObject({ waiting: false, decided_by: second.userId })
  })

  test('refuses an invalid cursor', async () => {
    const { status } = await first.client.send(listReviews, { query: { before: 'yesterday' } })
    expect(status).toBe(400)
  })
})

describe('a case', () => {
  test('shows its user, balances, holds, movements and earlier decisions', async () => {
    const user = await newUser(world)
    const rejected = await submit('deposit', user)
    await decide(second, 'deposit', rejected, 'reject')
    clock.advance(1_000)
    await submit('kyc', user)
    await decide(first, 'kyc', user.userId, 'reject')
    clock.advance(1_000)
    await submit('kyc', user)
    await decide(second, 'kyc', user.userId, 'approve')
    const id = await submit('withdrawal', user)

    const params = { kind: 'withdrawal', id } as const
    const found = await first.client.call(readReview, { params })
    expect(found.item).toMatchObject({ kind: 'withdrawal', id, waiting: true, amount: '50' })
    expect(found).toMatchObject({ subject: { id, status: 'pending' }, outcome: null })
    expect(found.user).toMatchObject({
      user_id: user.userId,
      is_verified: true,
      is_active: true,
      kyc_status: 'approved',
    })
    expect(found.balances).toEqual([{ symbol: 'USDT', available: '50', frozen: '50' }])
    expect(found.holds).toMatchObject([{ kind: 'withdrawal', id, amount: '50' }])
    expect(found.movements.map(({ amount }) => amount)).toEqual(['0', '100'])
    expect(found.decisions).toMatchObject([
      { kind: 'kyc', outcome: 'approved', by: second.fullName },
      { kind: 'kyc', outcome: 'rejected', by: first.fullName, reason: 'Not readable' },
      { kind: 'deposit', id: rejected, outcome: 'rejected', by: second.fullName, amount: '250' },
    ])
  })

  test('shows who rejected an earlier proposal, beside the next one', async () => {
    const user = await newUser(world)
    const id = await submit('adjustment', user)
    await decide(second, 'adjustment', id, 'reject')
    clock.advance(1_000)
    await submit('adjustment', user)
    const params = { kind: 'adjustment', id }
    const seen = async () => (await first.client.call(readReview, { params })).decisions
    const by = { by: second.fullName, proposed_by: first.fullName }
    const proposed = { ...params, ...by, reason: 'A missed deposit', note: '+1,000 BTC' }
    expect(await seen()).toMatchObject([{ ...proposed, outcome: 'rejected' }])
    await decide(second, 'adjustment', id, 'approve')
    clock.advance(1_000)
    const request = { kind: 'deposit', id: await submit('deposit', user) }
    const { decisions } = await first.client.call(readReview, { params: request })
    expect(decisions).toMatchObject([
      { ...proposed, outcome: 'applied' },
      { ...proposed, outcome: 'rejected' },
    ])
  })

  test('shows a rejected proposal of a deposit address, which belongs to no user', async () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const propose = async () => {
      const body = { symbol: 'BTC', network: 'Bitcoin', address } as const
      const added = await first.client.call(addDepositAddress, { body })
      return added.address.proposal?.proposed_at ?? ''
    }
    const body = { network: 'Bitcoin', action: 'reject', proposedAt: await propose() } as const
    const asked = { params: { assetSymbol: 'BTC' }, body } as const
    await second.client.call(reviewDepositAddress, asked)
    clock.advance(1_000)
    await propose()
    const params = { kind: 'deposit-address', id: 'BTC-Bitcoin' }
    const { item, user, decisions } = await second.client.call(readReview, { params })
    expect([item.waiting, user]).toEqual([true, null])
    const by = { by: second.fullName, proposed_by: first.fullName }
    expect(decisions).toMatchObject([{ ...params, ...by, outcome: 'rejected', note: address }])
  })

  test('shows who approved a verification that was reset since', async () => {
    const user = await newUser(world)
    const id = await submit('kyc', user)
    await decide(second, 'kyc', id, 'approve')
    clock.advance(1_000)
    await first.client.call(resetKyc, { body: { userId: id, reason: 'Another name' } })
    clock.advance(1_000)
    await submit('kyc', user)
    const params = { kind: 'kyc', id }
    expect((await first.client.call(readReview, { params })).decisions).toMatchObject([
      { ...params, outcome: 'reset', by: first.fullName, reason: 'Another name' },
      { ...params, outcome: 'approved', by: second.fullName, reason: null },
    ])
  })

  test('shows what its user owes, and how much of it is overdue', async () => {
    const user = await newUser(world)
    const { loan } = (await lending(world, () => first).submit(user, { duration: 30 })).body
    await decide(second, 'loan', loan.id, 'approve')
    const params = { kind: 'withdrawal', id: await submit('withdrawal', user) } as const
    const seen = async () => (await first.client.call(readReview, { params })).debt
    expect(await seen()).toEqual({ owed: '1057.5', owed_overdue: '0' })
    clock.advance(32 * DAY_MS)
    await renewStaff()
    expect(await seen()).toEqual({ owed: '1157.5', owed_overdue: '1157.5' })
  })

  test('can be read after its decision, and an unknown one is not found', async () => {
    for (const kind of REVIEW_KINDS) {
      const id = await submit(kind, await newUser(world))
      await decide(first, kind, id, 'reject')
      const { item } = await first.client.call(readReview, { params: { kind, id } })
      expect(item).toMatchObject({ waiting: false, claim: null })
      const unknown = { params: { kind, id: crypto.randomUUID() } }
      expect((await first.client.send(readReview, unknown)).status).toBe(404)
    }
  })

  test('shows who decided it, and why', async () => {
    const id = await submit('deposit', await newUser(world))
    await decide(second, 'deposit', id, 'reject')
    const params = { kind: 'deposit', id }
    const { outcome } = await first.client.call(readReview, { params })
    const told = { outcome: 'rejected', by: second.fullName, reason: 'Not readable' }
    expect(outcome).toMatchObject(told)
  })

  test('exists only for the kinds that staff review', async () => {
    const { userId } = await newUser(world)
    const params = { kind: 'user', id: userId }
    expect((await first.client.send(readReview, { params })).status).toBe(404)
    expect((await first.client.send(claimReview, { params, body: {} })).status).toBe(404)
    expect(await listOf({ kind: 'user' })).toEqual([])
  })
})
