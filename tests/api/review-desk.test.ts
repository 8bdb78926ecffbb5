import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import {
  reviewAdjustment,
  updatePortfolio,
  waitingAdjustment,
} from '#shared/contract/adjustments.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { kycRequest, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan, submitLoan } from '#shared/contract/loans.ts'
import {
  claimReview,
  listReviews,
  type ReviewItem,
  readReview,
  releaseReview,
  summariseWaiting,
} from '#shared/contract/review-desk.ts'
import type { AnswerOf } from '#shared/contract/route.ts'
import { approveOrder, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { CLAIM_MINUTES } from '#shared/rules/review-desk.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { eventually } from '#tests/support/wait.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { FilePart } from './support/client.ts'
import { openLive } from './support/live-client.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { changed, photo, screenshot } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const world = await openTestApp()
const { app, services, clock, database } = world

let first: Person
let second: Person

beforeAll(async () => {
  // The limit of the orders.
  await bitcoinBecomes(world, '50000')
  first = await newAdmin(world)
  second = await newAdmin(world)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: ADDRESS })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

/** Opens new sessions, because the clock passes the end of the old ones. */
async function renewStaff(): Promise<void> {
  first = await renewed(world, first)
  second = await renewed(world, second)
}
beforeEach(renewStaff)

async function depositBy({ client }: Person, proof?: FilePart): Promise<string> {
  const { request } = await client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '250' },
    files: { screenshot: proof ?? (await photo(32, 32)) },
  })
  return request.id
}

const SUBMIT = {
  'spot-order': async (user) => {
    await fund(world, user, 'USDT', '100')
    const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '50000' } as const
    return (await user.client.call(placeTrade, { body })).id
  },
  deposit: (user) => depositBy(user),
  withdrawal: async (user) => {
    await fund(world, user, 'USDT', '100')
    const body = { symbol: 'USDT', amount: '50', walletAddress: DEMO_WALLET.address } as const
    return (await user.client.call(submitWithdrawal, { body })).request.id
  },
  kyc: async ({ userId, client }) => {
    const image = await photo(16, 16)
    await client.call(submitKyc, {
      body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
      files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
    })
    return userId
  },
  loan: async ({ client }) => {
    const body = { amount: '500', purpose: 'A van', duration: 30 }
    return (await client.call(submitLoan, { body })).loan.id
  },
  adjustment: async ({ userId }) => {
    await first.client.call(updatePortfolio, {
      body: {
        userId,
        reason: 'A missed deposit',
        balances: { BTC: { available: '1000', was: '0' } },
      },
    })
    return userId
  },
} satisfies Record<string, (user: Person) => Promise<string>>
type ReviewKind = keyof typeof SUBMIT
const REVIEW_KINDS = Object.keys(SUBMIT) as ReviewKind[]

/** Decides a case with the command of its feature. */
async function decide(by: Person, kind: ReviewKind, id: string, action: 'approve' | 'reject') {
  const params = { id }
  const body = { action, ...(action === 'reject' ? { rejectionReason: 'Not readable' } : {}) }
  if (kind === 'deposit') return by.client.send(reviewDeposit, { params, body })
  if (kind === 'withdrawal') return by.client.send(reviewWithdrawal, { params, body })
  if (kind === 'loan') return by.client.send(reviewLoan, { params, body })
  if (kind === 'adjustment') {
    const { subject } = await by.client.call(readReview, { params: { kind, id } })
    const proposedAt = waitingAdjustment.safeParse(subject).data?.first_approval?.at ?? ''
    const request = { params: { userId: id }, body: { action, proposedAt } }
    return by.client.send(reviewAdjustment, request)
  }
  if (kind === 'kyc') {
    const { subject } = await by.client.call(readReview, { params: { kind, id } })
    const { id: kycId } = kycRequest.parse(subject)
    return by.client.send(reviewKyc, { body: { kycId, action, reason: 'Not readable' } })
  }
  if (action === 'approve') return by.client.send(approveOrder, { params })
  return by.client.send(rejectOrder, { params, body: { reason: 'Not readable' } })
}

const listOf = async (query: Record<string, string | number> = {}, by = first) =>
  (await by.client.call(listReviews, { query })).items
const searched = (person: Person, more: Record<string, string | number> = {}) =>
  listOf({ search: person.email, ...more })
const claim = (by: Person, kind: ReviewKind, id: string, body = {}) =>
  by.client.send(claimReview, { params: { kind, id }, body })

type Page = AnswerOf<typeof listReviews>

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
  test('holds waiting requests of every kind, and matches the documents', async () => {
    const user = await newUser(world)
    for (const kind of REVIEW_KINDS) {
      const id = await SUBMIT[kind](user)
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
    await SUBMIT.deposit(user)
    clock.advance(2 * HOUR_MS)
    await renewStaff()
    await SUBMIT.withdrawal(await renewed(world, user))
    expect((await searched(user, { hours: 2 })).map(({ kind }) => kind)).toEqual(['deposit'])
    expect(await searched(user, { hours: 3 })).toEqual([])
    const after = await first.client.call(listReviews, { query: { search: 'nobody at all' } })
    expect(after.items).toEqual([])
    expect(after.counts.deposit).toBe((before.counts.deposit ?? 0) + 1)
    expect(after.counts.withdrawal).toBe((before.counts.withdrawal ?? 0) + 1)
    expect(after.counts.kyc).toBe(before.counts.kyc)
  })

  test('says how many of each kind wait, and since when the oldest one has', async () => {
    const summary = () => first.client.call(summariseWaiting)
    const before = await summary()
    const user = await newUser(world)
    const id = await SUBMIT.deposit(user)
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

  test('dates a replaced submission from the new one', async () => {
    const user = await newUser(world)
    await SUBMIT.kyc(user)
    const [old] = await searched(user)
    await decide(first, 'kyc', user.userId, 'reject')
    expect(await searched(user)).toEqual([])
    clock.advance(HOUR_MS)
    await renewStaff()
    await SUBMIT.kyc(await renewed(world, user))
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

describe('a claim', () => {
  test('has one owner when several staff claim at once', async () => {
    const user = await newUser(world)
    const id = await SUBMIT.deposit(user)
    const staff = await Promise.all(Array.from({ length: 20 }, () => newAdmin(world)))
    const answers = await Promise.all(staff.map((each) => claim(each, 'deposit', id)))
    const owners = answers.filter(({ status }) => status === 200)
    expect(owners).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect({ status, code: body.code }).toEqual(REFUSED)
    }
    const [item] = await searched(user)
    expect(item?.claim?.user_id).toBe(owners[0]?.body.claim.user_id)
  })

  const REFUSED = { status: 409, code: 'review.claimed' }

  test('shows its owner and time, can be renewed and expires', async () => {
    const user = await newUser(world)
    const id = await SUBMIT.loan(user)
    const { body } = await claim(first, 'loan', id)
    expect(body.claim).toMatchObject({ user_id: first.userId, name: first.fullName, is_mine: true })
    clock.advance((CLAIM_MINUTES - 1) * MINUTE_MS)
    const renewal = (await claim(first, 'loan', id)).body.claim
    expect(renewal.since).toBe(body.claim.since)
    expect(renewal.expires_at > body.claim.expires_at).toBe(true)
    clock.advance(2 * MINUTE_MS)
    const [shown] = await listOf({ search: user.email }, second)
    expect(shown?.claim).toEqual({ ...renewal, is_mine: false })
    expect((await searched(user, { claim: 'mine' })).length).toBe(1)
    expect((await listOf({ search: user.email, claim: 'others' }, second)).length).toBe(1)
    expect(await searched(user, { claim: 'nobody' })).toEqual([])
    clock.advance(CLAIM_MINUTES * MINUTE_MS)
    expect((await searched(user))[0]?.claim).toBeNull()
    expect((await claim(second, 'loan', id)).status).toBe(200)
  })

  test.each(REVIEW_KINDS)('prevents other staff from deciding: %s', async (kind) => {
    const id = await SUBMIT[kind](await newUser(world))
    await claim(second, kind, id)
    for (const action of ['approve', 'reject'] as const) {
      const { status, body } = await decide(first, kind, id, action)
      expect({ status, code: body.code }).toEqual(REFUSED)
      expect(body.message).toContain(`${second.fullName} is working on this request.`)
    }
    expect((await decide(second, kind, id, 'reject')).status).toBe(200)
  })

  test('can be taken over only from the shown owner', async () => {
    const third = await newAdmin(world)
    const id = await SUBMIT.deposit(await newUser(world))
    await claim(first, 'deposit', id)
    expect((await claim(second, 'deposit', id)).body.code).toBe('review.claimed')
    const wrong = await claim(second, 'deposit', id, { take_over_from: third.userId })
    expect(wrong.body.code).toBe('review.claimed')
    const taken = await claim(second, 'deposit', id, { take_over_from: first.userId })
    expect(taken.body.claim.user_id).toBe(second.userId)
    expect((await decide(first, 'deposit', id, 'approve')).body.code).toBe('review.claimed')
    // A release by the old owner has no effect.
    await first.client.call(releaseReview, { params: { kind: 'deposit', id } })
    expect((await decide(first, 'deposit', id, 'approve')).body.code).toBe('review.claimed')
    await second.client.call(releaseReview, { params: { kind: 'deposit', id } })
    expect((await decide(first, 'deposit', id, 'approve')).status).toBe(200)
  })

  test('on a verification does not apply to the next submission', async () => {
    const user = await newUser(world)
    await SUBMIT.kyc(user)
    await claim(first, 'kyc', user.userId)
    await decide(first, 'kyc', user.userId, 'reject')
    clock.advance(1_000)
    await SUBMIT.kyc(user)
    expect((await searched(user))[0]?.claim).toBeNull()
    expect((await claim(second, 'kyc', user.userId)).status).toBe(200)
  })

  test('is refused for a decided, unknown or own request', async () => {
    const decided = await SUBMIT.deposit(await newUser(world))
    await decide(first, 'deposit', decided, 'approve')
    expect((await claim(first, 'deposit', decided)).body.code).toBe('review.already_decided')
    const unknown = await claim(first, 'loan', crypto.randomUUID())
    expect(unknown.body.code).toBe('item.unknown')
    const own = await depositBy(first)
    expect((await claim(first, 'deposit', own)).body.code).toBe('access.own_request')
  })

  test('does not change the answer to a repeated decision', async () => {
    const id = await SUBMIT.deposit(await newUser(world))
    const request = {
      params: { id },
      body: { action: 'approve' },
      key: crypto.randomUUID(),
    } as const
    const before = await first.client.send(reviewDeposit, request)
    await claim(second, 'deposit', id)
    const again = await first.client.send(reviewDeposit, request)
    expect([again.status, again.body]).toEqual([before.status, before.body])
  })

  test('is broadcast only to staff', async () => {
    const user = await newUser(world)
    const id = await SUBMIT.deposit(user)
    const colleague = await openLive(world, second.client)
    const owner = await openLive(world, user.client)
    const toldTo = ({ messages }: typeof colleague) =>
      messages.filter((each) => each.type === 'data_sync' && each.data.action === 'review_claim')
        .length
    await claim(first, 'deposit', id)
    await eventually(() => expect(toldTo(colleague)).toBe(1))
    // A renewal is not broadcast.
    await claim(first, 'deposit', id)
    await first.client.call(releaseReview, { params: { kind: 'deposit', id } })
    await eventually(() => expect(toldTo(colleague)).toBe(2))
    expect(toldTo(owner)).toBe(0)
  })

  test('of a withdrawal is told to its owner too, and who works on it is not', async () => {
    const user = await newUser(world)
    const id = await SUBMIT.withdrawal(user)
    const [owner, stranger] = [
      await openLive(world, user.client),
      await openLive(world, (await newUser(world)).client),
    ]
    const told = ({ messages }: typeof owner) =>
      messages.filter((each) => each.type === 'data_sync' && each.data.action === 'review_claim')
    await claim(first, 'withdrawal', id)
    await first.client.call(releaseReview, { params: { kind: 'withdrawal', id } })
    await eventually(() => expect(told(owner)).toHaveLength(2))
    expect(told(owner)[0]).toMatchObject({ data: { userId: user.userId, entityId: id } })
    expect(JSON.stringify(told(owner))).not.toContain(first.userId)
    expect(told(stranger)).toEqual([])
  })
})

describe('a case', () => {
  test('shows its user, balances, holds, movements and earlier decisions', async () => {
    const user = await newUser(world)
    const rejected = await SUBMIT.deposit(user)
    await decide(second, 'deposit', rejected, 'reject')
    clock.advance(1_000)
    await SUBMIT.kyc(user)
    await decide(first, 'kyc', user.userId, 'reject')
    clock.advance(1_000)
    await SUBMIT.kyc(user)
    await decide(second, 'kyc', user.userId, 'approve')
    const id = await SUBMIT.withdrawal(user)

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
      { kind: 'kyc', outcome: 'rejected', reason: 'Not readable' },
      { kind: 'deposit', id: rejected, outcome: 'rejected', by: second.fullName, amount: '250' },
    ])
  })

  test('can be read after its decision, and an unknown one is not found', async () => {
    for (const kind of REVIEW_KINDS) {
      const id = await SUBMIT[kind](await newUser(world))
      await decide(first, kind, id, 'reject')
      const { item } = await first.client.call(readReview, { params: { kind, id } })
      expect(item).toMatchObject({ waiting: false, claim: null })
      const unknown = { params: { kind, id: crypto.randomUUID() } }
      expect((await first.client.send(readReview, unknown)).status).toBe(404)
    }
  })

  test('tells who decided it, and why', async () => {
    const id = await SUBMIT.deposit(await newUser(world))
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

  test('shows a proof that was used before, whatever else shares its layout', async () => {
    const [honest, cheat] = [await newUser(world), await newUser(world)]
    const proof = await screenshot(21)
    const before = await depositBy(honest, proof)
    const id = await depositBy(cheat, await changed(proof, 'cropped by a hundredth'))
    // Copies of the same layout: hundreds that belong to no request, and a dozen of the cheat.
    await database.pool.query(
      `insert into upload (id, owner, kind, mime, bytes, sha256, perceptual_hash)
       select gen_random_uuid(), owner, kind, mime, bytes, sha256(n::text::bytea), perceptual_hash
       from upload, generate_series(1, 500) as n
       where id = (select (data ->> 'screenshot')::uuid from document where stream = $1)`,
      [`deposit-${id}`],
    )
    for (let copy = 1; copy <= 13; copy += 1) {
      const bytes = new Uint8Array([...(await changed(proof, 'saved again')).content, copy])
      await depositBy(cheat, { name: 'copy.jpg', content: bytes })
    }
    const found = await first.client.call(readReview, { params: { kind: 'deposit', id } })
    expect(found.look_alike_count).toBe(14)
    expect(found.look_alikes).toHaveLength(12)
    expect(found.look_alikes.slice(0, 2).map((each) => each.id)).toContain(before)
  })

  test('shows similar screenshots of any user, and no others', async () => {
    const [one, other, stranger] = [
      await newUser(world),
      await newUser(world),
      await newUser(world),
    ]
    const proof = await screenshot(7)
    const copies = {
      same: await depositBy(one, proof),
      again: await depositBy(other, proof),
      smaller: await depositBy(other, await changed(proof, 'made smaller')),
      cropped: await depositBy(other, await changed(proof, 'cropped by a hundredth')),
    }
    const different = await depositBy(stranger, await screenshot(8))
    const id = await depositBy(one, proof)

    const { look_alikes: found, look_alike_count: total } = await first.client.call(readReview, {
      params: { kind: 'deposit', id },
    })
    expect(total).toBe(found.length)
    expect(found.map((each) => each.id).sort()).toEqual(Object.values(copies).sort())
    const by = (wanted: string) => found.find((each) => each.id === wanted)
    expect(by(copies.same)).toMatchObject({ is_same_user: true, is_identical: true, distance: 0 })
    expect(by(copies.again)).toMatchObject({ is_same_user: false, is_identical: true })
    expect(by(copies.cropped)).toMatchObject({ is_identical: false, user: { email: other.email } })
    expect(found.slice(0, 2).every((each) => each.is_identical)).toBe(true)
    const { pathname } = new URL(by(copies.again)?.picture_url ?? '', 'https://example.com')
    expect(pathname).toMatch(/^\/api\/files\//)

    const alone = await first.client.call(readReview, {
      params: { kind: 'deposit', id: different },
    })
    expect(alone.look_alikes).toEqual([])
  })
})
