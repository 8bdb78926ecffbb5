import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { offerAddress, offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { refusalOf } from './support/client.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { photo } from './support/pictures.ts'
import { specifiedClient } from './support/specified-client.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { call, done, post } = specifiedClient(world.app)

const user = await newUser(world)
const admin = await newAdmin(world)
const second = await newAdmin(world)
const picture = await photo(32, 32)

const READS = [
  '/admin/kyc-requests',
  '/admin/deposit-requests',
  '/admin/withdraw-requests',
  '/api/admin/users',
  '/api/admin/users?t=1767225600000',
  '/api/admin/stats',
  '/api/admin/pending-orders',
  '/api/admin/all-orders',
  '/api/admin/deposit-addresses',
  '/api/admin/support/stats',
  '/api/admin/support/conversations',
] as const

beforeAll(async () => {
  await fund(world, user, 'USDT', '20000')
  await bitcoinBecomes(world, '50000')
})

describe('reads', () => {
  it.each(READS)('GET %s is only for staff', async (path) => {
    await done(admin, `GET ${path}`)
    expect((await call(user, `GET ${path}`)).status).toBe(403)
    expect((await call(undefined, `GET ${path}`)).status).toBe(401)
  })

  it.each([
    ['/api/admin/stats', { total: 3, newSignups: 3, active: 3 }],
    ['/api/admin/users', { users: [{}, {}, {}] }],
    ['/api/admin/deposit-addresses', { addresses: [] }],
    [
      '/api/admin/support/stats',
      { totalConversations: 0, activeConversations: 0, unreadMessages: 0 },
    ],
  ])('GET %s returns the fields that callers use', async (path, fields) => {
    expect(await done(admin, `GET ${path}`)).toMatchObject(fields)
  })
})

describe('what does not exist is 404', () => {
  const NONE = '11111111-1111-4111-8111-111111111111'
  const REVIEW = { action: 'approve', adminNotes: '' }

  it.each([
    ['POST /admin/deposit-requests/{id}/review', REVIEW],
    ['POST /admin/withdraw-requests/{id}/review', REVIEW],
    ['PUT /api/admin/orders/{id}/approve', undefined],
    ['PUT /api/admin/orders/{id}/reject', undefined],
    ['PUT /api/admin/support/messages/{id}/read', undefined],
  ])('in the path of %s', async (line, json) => {
    for (const id of [NONE, 'NOPE']) {
      const { status, body } = await call(admin, line.replace('{id}', id), { json })
      expect([id, status, body.code]).toEqual([id, 404, 'item.unknown'])
    }
  })

  it.each([
    ['/admin/kyc-review', { kycId: NONE, action: 'approve' }],
    ['/admin/update-user-password', { userId: NONE, newPassword: 'a chosen password' }],
    ['/admin/user-management/update-credit-score', { userId: NONE, creditScore: 700 }],
    ['/admin/toggle-user-status', { userId: NONE, isActive: false }],
    ['/admin/reset-kyc', { userId: NONE }],
    ['/api/admin/delete-futures-trade-history', { userId: NONE }],
    ['/api/admin/support/messages', { conversationId: NONE, message: 'Hello' }],
  ])('in the body of POST %s', async (path, json) => {
    const { status, body } = await call(admin, `POST ${path}`, { json })
    expect([status, body.code]).toEqual([404, expect.stringMatching(/^(item|user)\.unknown$/)])
  })
})

describe('reviews', () => {
  beforeAll(() => offerUsdtAddress(world))

  /**
   * Another user, because the re-verification requested by a review blocks other waiting requests.
   */
  const deposit = async () => {
    const form = { symbol: 'USDT', amount: '25' }
    const sent = { form, files: { screenshot: picture } }
    return (await done(await newUser(world), 'POST /api/deposit-requests', sent)).request
  }

  it('a deposit is approved with only an action in the body', async () => {
    const { id } = await deposit()
    const path = `/admin/deposit-requests/${id}/review`
    expect((await post(admin, path, { action: 'approve' })).message).toBe(
      'Deposit request approved successfully',
    )
    const again = call(admin, `POST ${path}`, { json: { action: 'approve' } })
    expect((await refusalOf(again))[0]).toBe(409)
  })

  it('a deposit is rejected with the request to verify again', async () => {
    const { id } = await deposit()
    const { message } = await post(admin, `/admin/deposit-requests/${id}/review`, {
      ...{ action: 'reject', adminNotes: 'Twice', rejectionReason: 'Not received' },
      requireReverification: true,
    })
    expect(message).toBe(
      'Deposit request rejected successfully - User will be notified to re-verify',
    )
  })

  it('a withdrawal is rejected with a form, with the request to verify again', async () => {
    const owner = await newUser(world)
    await fund(world, owner, 'USDT', '50')
    const walletAddress = DEMO_WALLET.address
    const json = { userId: owner.userId, symbol: 'USDT', amount: 12, walletAddress }
    const { request } = await post(owner, '/api/withdraw-requests', json)
    const path = `/admin/withdraw-requests/${request.id}/review`
    const decision = { action: 'reject', adminNotes: '', rejectionReason: 'Wrong network' }
    await done(admin, `POST ${path}`, { form: { ...decision, requireReverification: 'true' } })
    const rejected = await done(owner, `GET /api/transactions/${owner.userId}?type=withdraw`)
    expect(rejected).toMatchObject([
      { status: 'rejected', reason: 'Wrong network', require_reverification: true },
    ])
  })

  it('orders of both markets are listed with their users, a market order without a price', async () => {
    const order = { userId: user.userId, symbol: 'BTC/USDT', side: 'buy', amount: 0.01 }
    const { id } = await post(user, '/api/trades', order)
    const { fullName, email } = user
    const userDetails = { id: user.userId, fullName, email, phone: expect.any(String) }
    const listed = { id, side: 'buy', status: 'pending_approval', price: null, userDetails }
    for (const list of ['pending-orders', 'all-orders']) {
      expect(await done(admin, `GET /api/admin/${list}`)).toMatchObject([listed])
    }
    await done(admin, `PUT /api/admin/orders/${id}/reject`)
    expect(await done(admin, 'GET /api/admin/pending-orders')).toEqual([])
    expect(await done(admin, 'GET /api/admin/all-orders')).toMatchObject([{ status: 'rejected' }])
  })
})

describe('users', () => {
  it('are managed', async () => {
    const { userId } = await newUser(world)
    const manage = (path: string, more = {}) => post(admin, path, { userId, ...more })
    await manage('/admin/user-management/update-credit-score', { creditScore: 700 })
    await manage('/admin/toggle-user-status', { isActive: false })
    await manage('/admin/toggle-user-status', { isActive: true })
    await manage('/api/admin/delete-futures-trade-history')
    await manage('/admin/update-user-password', { newPassword: 'a chosen password' })
  })

  it('a password that is too short is refused with a message', async () => {
    const json = { userId: user.userId, newPassword: 'short' }
    const { status, body } = await call(admin, 'POST /admin/update-user-password', { json })
    expect([status, body.message]).toEqual([400, 'New password must be at least 6 characters long'])
  })
})

describe('deposit addresses', () => {
  it('are proposed and approved on a network by its full name', async () => {
    const network = 'Bitcoin/mainnet'
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    await offerAddress(world, { symbol: 'BTC', network: 'Bitcoin', address })
    const change = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network }
    const proposed = await done(admin, 'PUT /api/admin/deposit-addresses/BTC', { json: change })
    const { proposed_at: proposedAt } = proposed.address.proposal
    const approval = { network, action: 'approve', proposedAt }
    await post(second, '/api/admin/deposit-addresses/BTC/review', approval)
    const { addresses } = await done(user, 'GET /api/deposit-addresses')
    const offered = addresses.find(({ network }: { network: string }) => network === 'Bitcoin')
    expect(offered).toMatchObject({ asset_symbol: 'BTC', address: change.address })
    const unknown = call(admin, 'PUT /api/admin/deposit-addresses/NOPE', { json: change })
    expect(await refusalOf(unknown)).toEqual([404, 'item.unknown'])
  })
})

describe('support', () => {
  it('staff talk with a user', async () => {
    await post(user, '/api/support/conversation', { message: 'Hello' })
    const own = await done(user, `GET /api/support/conversation/${user.userId}`)
    const conversationId = own.id
    await post(user, '/api/support/messages', { conversationId, message: 'Are you there?' })
    const reply = { conversationId, message: 'Yes', messageType: 'text' }
    await post(admin, '/api/admin/support/messages', reply)
    const unread = { totalConversations: 1, activeConversations: 1, unreadMessages: 2 }
    expect(await done(admin, 'GET /api/admin/support/stats')).toMatchObject(unread)
    const [message] = own.support_messages
    await done(admin, `PUT /api/admin/support/messages/${message.id}/read`)
    const left = { ...unread, unreadMessages: 1 }
    expect(await done(admin, 'GET /api/admin/support/stats')).toMatchObject(left)
    const unknown = `PUT /api/admin/support/messages/${randomUUID()}/read`
    expect((await call(admin, unknown)).status).toBe(404)
  })
})
