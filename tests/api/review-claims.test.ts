import { beforeAll, describe, expect, test } from 'vitest'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import { releaseReview } from '#shared/contract/review-desk.ts'
import { CLAIM_MINUTES } from '#shared/rules/review-desk.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { openLive } from './support/live-client.ts'
import { claim, decide, depositBy, REVIEW_KINDS } from './support/review-cases.ts'
import { openReviewDesk } from './support/review-desk.ts'
import { newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { app, clock } = world

const { first, second, submit, listOf, searched } = await openReviewDesk(world)
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))

describe('a claim', () => {
  test('has one owner when several staff claim at once', async () => {
    const user = await newUser(world)
    const id = await submit('deposit', user)
    const staff = await atOnce(20, () => newAdmin(world))
    const responses = await Promise.all(staff.map((each) => claim(each, 'deposit', id)))
    const owners = responses.filter(({ status }) => status === 200)
    expect(owners).toHaveLength(1)
    for (const { status, body } of responses) {
      if (status !== 200) expect({ status, code: body.code }).toEqual(REFUSED)
    }
    const [item] = await searched(user)
    expect(item?.claim?.user_id).toBe(owners[0]?.body.claim.user_id)
  })

  const REFUSED = { status: 409, code: 'review.claimed' }

  test('shows its owner and time, can be renewed and expires', async () => {
    const user = await newUser(world)
    const id = await submit('loan', user)
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
    const id = await submit(kind, await newUser(world))
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
    const id = await submit('deposit', await newUser(world))
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
    await submit('kyc', user)
    await claim(first, 'kyc', user.userId)
    await decide(first, 'kyc', user.userId, 'reject')
    clock.advance(1_000)
    await submit('kyc', user)
    expect((await searched(user))[0]?.claim).toBeNull()
    expect((await claim(second, 'kyc', user.userId)).status).toBe(200)
  })

  test('is refused for a decided, unknown or own request', async () => {
    const decided = await submit('deposit', await newUser(world))
    await decide(first, 'deposit', decided, 'approve')
    expect((await claim(first, 'deposit', decided)).body.code).toBe('review.already_decided')
    const unknown = await claim(first, 'loan', crypto.randomUUID())
    expect(unknown.body.code).toBe('item.unknown')
    const own = await depositBy(first)
    expect((await claim(first, 'deposit', own)).body.code).toBe('access.own_request')
  })

  test('does not change the response to a repeated decision', async () => {
    const id = await submit('deposit', await newUser(world))
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
    const id = await submit('deposit', user)
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

  test('on a withdrawal is also shown to its owner, without the reviewer', async () => {
    const user = await newUser(world)
    const id = await submit('withdrawal', user)
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
