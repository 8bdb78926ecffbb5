import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linkFile } from '#shared/contract/files.ts'
import { acknowledgeTransaction, listTransactions } from '#shared/contract/transactions.ts'
import {
  cancelWithdrawal,
  countWithdrawalsForReview,
  listOwnWithdrawals,
  listWithdrawalsForReview,
  reviewWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestApp } from './support/app.ts'
import { type Request, refusalOf } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { photo, svgPicture } from './support/pictures.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'
import { type WithdrawalBody as Body, funded, submit, WALLET } from './support/withdrawals.ts'

const testApp = await openTestApp()
const { services, database } = testApp
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const admin = await newAdmin(testApp)

const cancel = (by: Person, id: string) => by.client.send(cancelWithdrawal, { params: { id } })

const holder = async (usdt?: string) => funded(testApp, await newUser(testApp), usdt)

const requested = async (by: Person, body: Body = {}) => (await submit(by, body)).body.request.id

type Review = NonNullable<Request<typeof reviewWithdrawal>['body']>
type Files = NonNullable<Request['files']>

const review = (id: string, body: Review, { by = admin, files = {} as Files } = {}) =>
  by.client.send(reviewWithdrawal, { params: { id }, body, files })

const own = ({ client }: Person) => client.call(listOwnWithdrawals)
const listed = (query: Request['query'] = {}) =>
  admin.client.call(listWithdrawalsForReview, { query })

describe('requesting a withdrawal', () => {
  test('freezes the amount and shows its destination', async () => {
    const user = await holder()
    const { status, body } = await submit(user, { userId: user.userId, network: 'TRC20' })
    expect(status).toBe(200)
    expect(body.message).toBe('Your withdraw request has been sent to admin for approval.')
    expect(body.request).toMatchObject({
      user_id: user.userId,
      symbol: 'USDT',
      network: 'TRC20',
      amount: '250',
      wallet_address: WALLET,
      status: 'pending',
      reviewed_at: null,
      admin_screenshot_url: null,
      is_new: false,
    })
    expect(await holdings(testApp, user)).toEqual({ USDT: '750 + 250' })
    expect(await own(user)).toEqual([{ ...body.request, in_review: false }])
  })

  test('is refused with a reason and moves nothing', async () => {
    const user = await holder('100.5')
    const responseTo = async (body: Body) => (await submit(user, body)).body
    expect(await responseTo({ amount: '100.50000001' })).toMatchObject({
      error: 'Insufficient Balance',
      message: 'You have 100.50000000 USDT available but trying to withdraw 100.50000001 USDT',
    })
    expect(await responseTo({ walletAddress: '   ' })).toMatchObject({
      error: 'Missing Information',
      message: 'Please fill in both amount and wallet address.',
    })
    const { message: malformed } = await responseTo({ walletAddress: BITCOIN })
    expect(malformed).toBe('This is not a valid TRC20 address.')
    expect((await responseTo({ network: 'ERC20' })).code).toBe('withdrawal.network_unsupported')
    expect((await responseTo({ amount: '0' })).code).toBe('input.invalid')
    const { userId } = await newUser(testApp)
    expect((await responseTo({ userId })).code).toBe('access.forbidden')
    await disable(testApp, user)
    const { message } = await responseTo({})
    expect(message).toBe('Your account is disabled. Please contact support.')
    expect(await holdings(testApp, user)).toEqual({ USDT: '100.5 + 0' })
  })

  test('has one effect per key and never freezes the same money twice', async () => {
    const user = await holder('499')
    const key = randomUUID()
    const same = await atOnce(20, () => submit(user, {}, key))
    expect(new Set(same.map(({ body }) => body.request?.id)).size).toBe(1)
    const more = await atOnce(20, () => submit(user))
    expect(new Set(more.map(({ body }) => body.message))).toEqual(
      new Set(['You have 249.00000000 USDT available but trying to withdraw 250.00000000 USDT']),
    )
    const other = submit(user, { amount: '1' }, key)
    expect(await refusalOf(other)).toEqual([422, 'idempotency.key_reused'])
    expect(await holdings(testApp, user)).toEqual({ USDT: '249 + 250' })
    await expectSoundLedger(testApp)
  })
})

describe('listing', () => {
  test('is paged, also for a single status', async () => {
    const user = await holder()
    const oldest = await requested(user, { amount: '1' })
    const older = await requested(user, { amount: '2' })
    const newer = await requested(user, { amount: '3' })
    const newest = await requested(user, { amount: '4' })
    await cancel(user, newer)
    const idsOf = async (query: NonNullable<Request<typeof listOwnWithdrawals>['query']>) =>
      (await user.client.call(listOwnWithdrawals, { query })).map(({ id }) => id)
    expect(await idsOf({ limit: 2 })).toEqual([newest, newer])
    expect(await idsOf({ limit: 2, before: newer })).toEqual([older, oldest])
    expect(await idsOf({ status: 'pending', limit: 2 })).toEqual([newest, older])
    expect(await idsOf({ status: 'cancelled' })).toEqual([newer])
  })
})

describe('cancelling', () => {
  test('returns the amount, even to a disabled user', async () => {
    const user = await holder()
    const id = await requested(user)
    await disable(testApp, user)
    const { body } = await cancel(user, id)
    expect(body).toMatchObject({ id, status: 'cancelled', is_new: false })
    expect(body.cancelled_at).not.toBeNull()
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
  })

  test('is only for the owner and only before the review', async () => {
    const user = await holder()
    const id = await requested(user)
    expect((await cancel(await newUser(testApp), id)).status).toBe(404)
    await review(id, { action: 'approve' })
    const late = await cancel(user, id)
    expect([late.status, late.body.message]).toEqual([409, 'This request is already approved.'])
    const again = await review(await requested(user), { action: 'reject' })
    expect(again.status).toBe(200)
  })

  test('succeeds or fails against a concurrent review, never both', async () => {
    const user = await holder()
    for (let round = 0; round < 5; round += 1) {
      const id = await requested(user, { amount: '10' })
      const responses = await Promise.all([cancel(user, id), review(id, { action: 'reject' })])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    }
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
    await expectSoundLedger(testApp)
  })
})

describe('the review', () => {
  test('approval pays out the amount and shows the screenshot of the transfer', async () => {
    const user = await holder()
    const id = await requested(user)
    const files = { screenshot: await photo() }
    const response = await review(id, { action: 'approve', adminNotes: 'paid' }, { files })
    expect(response.body).toEqual({ message: 'Withdraw request approved successfully' })
    expect(await holdings(testApp, user)).toEqual({ USDT: '750 + 0' })
    const [mine] = await own(user)
    expect(mine).toMatchObject({ status: 'approved', admin_notes: 'paid', is_new: true })
    const url = mine?.admin_screenshot_url ?? ''
    expect((await testApp.app.inject(url)).statusCode).toBe(200)
    const params = { id: /files\/([\w-]+)/.exec(url)?.[1] ?? '' }
    const readers = [user, await newUser(testApp)]
    const links = await Promise.all(readers.map(({ client }) => client.send(linkFile, { params })))
    expect(links.map(({ status }) => status)).toEqual([200, 403])
    const [latest] = await listed({ status: 'approved', limit: 1 })
    expect(latest).toMatchObject({
      id,
      reviewed_by: admin.fullName,
      second_factor: false,
      users: { full_name: user.fullName, email: user.email },
    })
    await expectSoundLedger(testApp)
  })

  test('the sweep keeps the screenshot that staff uploaded', async () => {
    const user = await holder()
    const id = await requested(user)
    await review(id, { action: 'approve' }, { files: { screenshot: await photo(40, 40) } })
    await database.pool.query(`update upload set received_at = now() - interval '2 days'`)
    await services.uploads.sweep()
    const [mine] = await own(user)
    expect((await testApp.app.inject(mine?.admin_screenshot_url ?? '')).statusCode).toBe(200)
  })

  test('rejection returns the amount and can ask for re-verification', async () => {
    const user = await holder()
    const id = await requested(user)
    const response = await review(id, {
      action: 'reject',
      rejectionReason: 'Unknown wallet',
      requireReverification: 'true',
    })
    expect(response.body.message).toBe(
      'Withdraw request rejected successfully - User will be notified to re-verify',
    )
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
    expect(await own(user)).toMatchObject([
      { status: 'rejected', rejection_reason: 'Unknown wallet', require_reverification: true },
    ])
    const again = await review(id, { action: 'approve' })
    expect([again.status, again.body.message]).toEqual([409, 'This request is already rejected.'])
  })

  test('accepts only images, only from staff and never for their own request', async () => {
    const user = await holder()
    const id = await requested(user)
    const approve = (target: string, sent = {}) => review(target, { action: 'approve' }, sent)
    const drawing = approve(id, { files: { screenshot: svgPicture } })
    expect(await refusalOf(drawing)).toEqual([415, 'upload.not_image'])
    const ownId = await requested(await funded(testApp, admin))
    expect(await refusalOf(approve(ownId))).toEqual([403, 'access.own_request'])
    expect((await approve(id, { by: user })).body.code).toBe('access.forbidden')
    expect((await approve(randomUUID())).status).toBe(404)
  })

  test('pending requests are listed oldest first, with counts per status', async () => {
    const pending = await listed()
    const times = pending.map(({ submitted_at }) => submitted_at)
    expect(pending.length).toBeGreaterThan(1)
    expect(times).toEqual([...times].sort())
    const counts = await admin.client.call(countWithdrawalsForReview)
    expect(counts.pending).toBe(pending.length)
    const rejected = await listed({ status: 'rejected' })
    expect(counts.rejected).toBe(rejected.length)
  })
})

describe('in the transaction history', () => {
  test('results are new until they are acknowledged, but a cancelled request is not', async () => {
    const user = await holder()
    const [done, back] = [await requested(user), await requested(user, { amount: '1' })]
    await review(done, { action: 'reject', rejectionReason: 'No' })
    await cancel(user, back)
    const params = { userId: user.userId }
    const list = () => user.client.call(listTransactions, { params, query: {} })
    expect(await list()).toMatchObject([
      { id: back, type: 'withdraw', status: 'cancelled', isNew: false, address: WALLET },
      { id: done, status: 'rejected', reason: 'No', isNew: true, network: 'TRC20' },
    ])
    const body = { type: 'withdraw', id: done, is_new: false } as const
    await user.client.call(acknowledgeTransaction, { body })
    await user.client.call(acknowledgeTransaction, { body })
    expect(await list()).toMatchObject([{ isNew: false }, { isNew: false }])
    const stranger = await newUser(testApp)
    expect((await stranger.client.send(acknowledgeTransaction, { body })).status).toBe(404)
  })
})
