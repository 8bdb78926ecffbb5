import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { setDepositAddressActive } from '#shared/contract/deposit-addresses.ts'
import {
  countDepositsForReview,
  listDepositsForReview,
  listOwnDeposits,
  reviewDeposit,
  submitDeposit,
} from '#shared/contract/deposits.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { photo, svgPicture } from './support/pictures.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const FIRST = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const SECOND = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

let admin: Person
let user: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  user = await newUser(testApp)
  await offerAddress(testApp, { symbol: 'USDT', network: 'TRC20', address: FIRST })
})

async function deposit(
  body: Partial<NonNullable<Request<typeof submitDeposit>['body']>> = {},
  by = user,
) {
  const { request } = await by.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '250', ...body },
    files: { screenshot: await photo() },
  })
  return request
}

describe('submitting a deposit', () => {
  test('creates a pending request with the shown address and moves no money', async () => {
    const request = await deposit()
    expect(request).toMatchObject({
      user_id: user.userId,
      symbol: 'USDT',
      network: 'TRC20',
      amount: '250',
      status: 'pending',
      reviewed_at: null,
      is_new: false,
      hidden_for_user: false,
      address: FIRST,
      address_version: 1,
    })
    expect(await holdings(testApp, user)).toEqual({})
    const [newest] = await user.client.call(listOwnDeposits)
    expect(newest).toMatchObject({ id: request.id, status: 'pending' })
  })

  test('shows its screenshot by a link that needs no session', async () => {
    const { screenshot_url } = await deposit()
    const file = await testApp.app.inject(screenshot_url)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toMatch(/^image\//)
  })

  test('returns the first request for a repetition and stores only one', async () => {
    const key = randomUUID()
    const files = { screenshot: await photo() }
    const send = () =>
      user.client.send(submitDeposit, { body: { symbol: 'USDT', amount: '77' }, files, key })
    const first = await send()
    const again = await send()
    expect(again.body.request.id).toBe(first.body.request.id)
    const other = await user.client.send(submitDeposit, {
      body: { symbol: 'USDT', amount: '78' },
      files,
      key,
    })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused'])
    const own = await user.client.call(listOwnDeposits)
    expect(own.filter(({ amount }) => amount === '77')).toHaveLength(1)
  })

  test.each([
    [{ amount: '9.99' }, 409, 'deposit.below_minimum', 'Minimum deposit is 10 USDT'],
    [
      { symbol: 'BTC' as const },
      409,
      'deposit.address_missing',
      'No deposit address available for selected cryptocurrency and network.',
    ],
    [{ address_version: 99 }, 409, 'deposit.address_version_unknown', undefined],
    [{ amount: '0' }, 400, 'input.invalid', undefined],
    [{ amount: '1e3' }, 400, 'input.invalid', undefined],
  ])('refuses %o', async (body, status, code, message) => {
    const response = await user.client.send(submitDeposit, {
      body: { symbol: 'USDT', amount: '250', ...body },
      files: { screenshot: await photo() },
    })
    expect([response.status, response.body.code]).toEqual([status, code])
    if (message) expect(response.body.message).toBe(message)
  })

  test('is refused without a screenshot or with a file that is not an image', async () => {
    const body = { symbol: 'USDT', amount: '250' } as const
    const without = await user.client.send(submitDeposit, { body, files: {} })
    expect([without.status, without.body.message]).toEqual([400, 'Screenshot is required'])
    const drawing = await user.client.send(submitDeposit, {
      body,
      files: { screenshot: svgPicture },
    })
    expect([drawing.status, drawing.body.code]).toEqual([415, 'upload.not_image'])
  })

  test('a disabled user can read but not submit', async () => {
    const disabled = await newUser(testApp)
    await disable(testApp, disabled)
    const response = await disabled.client.send(submitDeposit, {
      body: { symbol: 'USDT', amount: '250' },
      files: { screenshot: await photo() },
    })
    expect([response.status, response.body.message]).toEqual([
      403,
      'Your account is disabled. Please contact support.',
    ])
    expect(await disabled.client.call(listOwnDeposits)).toEqual([])
  })
})

type Review = NonNullable<Request<typeof reviewDeposit>['body']>

describe('reviewing a deposit', () => {
  const review = (id: string, body: Review, by = admin) =>
    by.client.send(reviewDeposit, { params: { id }, body })

  test('approval credits the available balance and notifies the user', async () => {
    const owner = await newUser(testApp)
    const { id } = await deposit({ amount: '250.12345678' }, owner)
    const response = await review(id, { action: 'approve', adminNotes: 'seen on chain' })
    expect(response.body).toEqual({ message: 'Deposit request approved successfully' })
    expect(await holdings(testApp, owner)).toEqual({ USDT: '250.12345678 + 0' })
    expect(await owner.client.call(listOwnDeposits)).toMatchObject([
      { id, status: 'approved', admin_notes: 'seen on chain', is_new: true },
    ])
    const [approved] = await admin.client.call(listDepositsForReview, {
      query: { status: 'approved', limit: 1 },
    })
    expect(approved).toMatchObject({
      id,
      reviewed_by: admin.fullName,
      address_outdated: false,
      users: { full_name: owner.fullName, email: owner.email },
    })
    await expectSoundLedger(testApp)
  })

  test('rejection needs a reason, credits nothing and can ask for re-verification', async () => {
    const owner = await newUser(testApp)
    const { id } = await deposit({}, owner)
    const bare = await review(id, { action: 'reject', rejectionReason: '  ' })
    expect([bare.status, bare.body.code]).toEqual([400, 'review.reason_required'])
    const response = await review(id, {
      action: 'reject',
      rejectionReason: 'Unreadable',
      requireReverification: true,
    })
    expect(response.body.message).toBe(
      'Deposit request rejected successfully - User will be notified to re-verify',
    )
    expect(await holdings(testApp, owner)).toEqual({})
    expect(await owner.client.call(listOwnDeposits)).toMatchObject([
      { status: 'rejected', rejection_reason: 'Unreadable', require_reverification: true },
    ])
    const again = await review(id, { action: 'approve' })
    expect([again.status, again.body.message]).toEqual([409, 'This request is already rejected.'])
  })

  test('only staff can review, and never their own request', async () => {
    const { id } = await deposit({}, admin)
    const own = await review(id, { action: 'approve' })
    expect([own.status, own.body.code]).toEqual([403, 'access.own_request'])
    const stranger = await review(id, { action: 'approve' }, user)
    expect([stranger.status, stranger.body.code]).toEqual([403, 'access.forbidden'])
    const unknown = await review(randomUUID(), { action: 'approve' })
    expect(unknown.status).toBe(404)
  })

  test('pending requests are listed oldest first, with counts per status', async () => {
    const pending = await admin.client.call(listDepositsForReview)
    const times = pending.map(({ submitted_at }) => submitted_at)
    expect(times).toEqual([...times].sort())
    const counts = await admin.client.call(countDepositsForReview)
    expect(counts.pending).toBe(pending.length)
    expect(counts).toMatchObject({ approved: 1, rejected: 1 })
  })

  test('the next page of pending requests can start after a request that was decided since', async () => {
    const owner = await newUser(testApp)
    const ids: string[] = []
    for (const amount of ['21', '22', '23']) ids.push((await deposit({ amount }, owner)).id)
    await review(ids[0] ?? '', { action: 'approve' })
    const next = await admin.client.call(listDepositsForReview, {
      query: { limit: 200, before: ids[0] ?? '' },
    })
    expect(next.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  test('a page continues after the last request of the previous one', async () => {
    const owner = await newUser(testApp)
    for (const amount of ['11', '12', '13']) {
      const { id } = await deposit({ amount }, owner)
      await review(id, { action: 'approve' })
    }
    const page = (query: Record<string, string | number>) =>
      admin.client.call(listDepositsForReview, { query: { status: 'approved', ...query } })
    const first = await page({ limit: 2 })
    expect(first.map(({ amount }) => amount)).toEqual(['13', '12'])
    const second = await page({ limit: 1, before: first[1]?.id ?? '' })
    expect(second.map(({ amount }) => amount)).toEqual(['11'])
  })
})

test('an address that changed before the deposit is accepted and flagged for review', async () => {
  await offerAddress(testApp, { symbol: 'USDT', network: 'TRC20', address: SECOND })
  const late = await deposit({ address_version: 1, amount: '501' })
  expect(late).toMatchObject({ address: FIRST, address_version: 1 })
  const current = await deposit({ amount: '502' })
  expect(current).toMatchObject({ address: SECOND, address_version: 2 })

  await admin.client.call(setDepositAddressActive, {
    params: { assetSymbol: 'USDT' },
    body: { network: 'TRC20', isActive: false },
  })
  const underWay = await deposit({ address_version: 2, amount: '503' })
  const flags = new Map(
    (await admin.client.call(listDepositsForReview)).map((each) => [
      each.id,
      each.address_outdated,
    ]),
  )
  expect([late, current, underWay].map(({ id }) => flags.get(id))).toEqual([true, false, true])
})
