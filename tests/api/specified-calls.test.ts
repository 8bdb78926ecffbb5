import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { refusalOf } from './support/client.ts'
import { untilOffered } from './support/futures.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { photo } from './support/pictures.ts'
import { specifiedClient } from './support/specified-client.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { clock, market } = world
const { call, done, post } = specifiedClient(world.app)

const user = await newUser(world)
const admin = await newAdmin(world)
const second = await newAdmin(world)
const picture = await photo(32, 32)

beforeAll(async () => {
  await fund(world, user, 'USDT', '20000')
  await fund(world, user, 'BTC', '1')
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address })
  await bitcoinBecomes(world, '50000')
})

describe('reads', () => {
  it.each([
    'GET /api/crypto/prices',
    'GET /api/crypto/prices/BTC',
    'GET /api/portfolio/{user}',
    'GET /api/transactions/{user}?type=',
    'GET /api/transactions/{user}?type=deposit',
    'GET /api/trades/{user}',
    'GET /api/staking/{user}',
    'GET /api/loans/{user}',
    'GET /api/deposit-addresses',
    'GET /api/users/{user}',
    'GET /api/user-profile',
    'GET /api/future-trades?t=1767225600000',
  ])('of a user: %s', (line) => done(user, line.replace('{user}', user.userId)))

  it.each([
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
  ])('of staff: GET %s', (path) => done(admin, `GET ${path}`))

  it.each([
    'GET /api/crypto/prices/NOPE',
    'GET /api/crypto/prices/btc%20usdt',
    'PUT /api/trades/NOPE/cancel',
    'PUT /api/trades/11111111-1111-4111-8111-111111111111/cancel',
    'POST /api/loans/pay/NOPE',
  ])('of what does not exist answer 404: %s', async (line) => {
    expect(await refusalOf(call(user, line))).toEqual([404, 'item.unknown'])
  })

  it('before the first message, the conversation is 404', async () => {
    const quiet = await newUser(world)
    const { status } = await call(quiet, `GET /api/support/conversation/${quiet.userId}`)
    expect(status).toBe(404)
  })
})

describe('orders', () => {
  const ORDER = { symbol: 'BTC/USDT', side: 'buy', amount: 0.01, price: 50000 }

  it('a limit order with numbers is placed and cancelled', async () => {
    const json = { userId: user.userId, ...ORDER, price: 50000.5, status: 'pending_approval' }
    const placed = await call(user, 'POST /api/trades', { json })
    expect([placed.status, placed.body.amount, placed.body.price]).toEqual([200, '0.01', '50000.5'])
    expect(placed.key).toMatch(/^[\da-f-]{36}$/)
    await done(user, `PUT /api/trades/${placed.body.id}/cancel`)
  })

  it('a market order without a price is placed, approved and rejected without a body', async () => {
    const order = { userId: user.userId, symbol: 'BTC/USDT', side: 'sell', amount: 0.01 }
    const [first, other] = [
      await post(user, '/api/trades', { ...order, price: 50000 }),
      await post(user, '/api/trades', order),
    ]
    await done(admin, `PUT /api/admin/orders/${first.id}/approve`)
    await done(admin, `PUT /api/admin/orders/${other.id}/reject`)
  })

  it('two requests without a key are two submissions', async () => {
    const one = await post(user, '/api/trades', ORDER)
    const two = await post(user, '/api/trades', ORDER)
    expect(two.id).not.toBe(one.id)
  })

  it('the key that an answer names repeats it', async () => {
    const json = { ...ORDER, amount: 0.002 }
    const first = await call(user, 'POST /api/trades', { json })
    const headers = { 'idempotency-key': String(first.key) }
    expect((await done(user, 'POST /api/trades', { json, headers })).id).toBe(first.body.id)
  })

  it.each([0.123456789, 0, -1, 1e21, 12345678901.123457])(
    'the amount %d is refused as a number',
    async (amount) => {
      const answer = call(user, 'POST /api/trades', { json: { ...ORDER, amount } })
      expect(await refusalOf(answer)).toEqual([400, 'input.invalid'])
    },
  )

  it('another status than the one it begins in is refused as a changed term', async () => {
    const json = { ...ORDER, status: 'executed' }
    const { status, body } = await call(user, 'POST /api/trades', { json })
    expect([status, body.code, body.field]).toEqual([409, 'terms.changed', 'status'])
  })
})

describe('futures', () => {
  it('are opened with numbers and completed', async () => {
    await untilOffered(user, market)
    const json = { symbol: 'BTC/USDT', amount: 50, duration: 60, side: 'long', profitRatio: 30 }
    const { trade } = await post(user, '/api/future-trade/submit', json)
    expect(trade.amount).toBe('50')
    const asked = { json: { tradeId: trade.id } }
    expect((await call(user, 'POST /api/future-trade/complete', asked)).status).toBe(409)
  })
})

describe('staking', () => {
  const DAYS = 1
  const stake = () => ({
    ...{ userId: user.userId, symbol: 'USDT', amount: 10.5, apy: 0.3, duration: DAYS },
    endDate: new Date(clock.now() + DAYS * DAY_MS).toISOString(),
    status: 'active',
  })

  it('opens with numbers', async () => {
    const opened = await post(user, '/api/staking', stake())
    expect([opened.amount, opened.apy]).toEqual(['10.5', '0.3'])
  })

  it.each([
    ['apy', 9],
    ['status', 'completed'],
    ['endDate', '2030-01-01T00:00:00.000Z'],
  ])('another %s than would be applied is refused as a changed term', async (field, claim) => {
    const json = { ...stake(), [field]: claim }
    const { status, body } = await call(user, 'POST /api/staking', { json })
    expect([status, body.code, body.field]).toEqual([409, 'terms.changed', field])
  })
})

describe('deposits and withdrawals', () => {
  it.each(['Bitcoin/mainnet', 'Bitcoin', 'mainnet'])(
    'the address on the network %s is found by its name',
    async (network) => {
      const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
      await offerAddress(world, { symbol: 'BTC', network: 'Bitcoin', address })
      const json = { symbol: 'BTC', network }
      const found = await post(user, '/api/crypto/deposit-address', json)
      expect(found).toMatchObject({ address, network: 'Bitcoin' })
    },
  )

  it('a deposit is submitted, rejected, flagged and acknowledged', async () => {
    // The re-verification that the review asks for holds back what else its user asks for.
    const depositor = await newUser(world)
    const { request } = await done(depositor, 'POST /api/deposit-requests', {
      form: { symbol: 'USDT', amount: 25 },
      files: { screenshot: picture },
    })
    await post(admin, `/admin/deposit-requests/${request.id}/review`, {
      ...{ action: 'reject', adminNotes: '', rejectionReason: 'Not received' },
      requireReverification: true,
    })
    const json = { type: 'deposit', id: request.id, is_new: false }
    await post(depositor, '/api/transactions', json)
  })

  it('a withdrawal is asked for with a number, and approved with a form', async () => {
    const walletAddress = DEMO_WALLET.address
    const json = { userId: user.userId, symbol: 'USDT', amount: 12.25, walletAddress }
    const { request } = await post(user, '/api/withdraw-requests', json)
    expect(request.amount).toBe('12.25')
    await done(admin, `POST /admin/withdraw-requests/${request.id}/review`, {
      form: { action: 'approve', adminNotes: 'Sent', requireReverification: 'false' },
      files: { screenshot: picture },
    })
  })
})

/** Uploads an image, as the form of an older client does before it is sent. */
const linkTo = async (path: string, field: string, form = {}): Promise<string> =>
  (await done(user, `POST ${path}`, { form, files: { [field]: picture } })).url

describe('loans', () => {
  it('the form of the home page takes text, and is repaid without a body', async () => {
    const { loan } = await done(user, 'POST /api/loan/submit', {
      form: { amount: '500', purpose: 'A van', duration: '30', monthly_income: '' },
    })
    await post(admin, `/admin/loan-applications/${loan.id}/review`, { action: 'approve' })
    await done(user, `POST /api/loans/pay/${loan.id}`)
  })

  it('the form of the loan page takes numbers and links of uploads', async () => {
    const upload = () => linkTo('/api/upload-loan-doc', 'file', { userId: user.userId })
    const json = {
      ...{ fullName: 'Demo User', email: 'demo@example.com', phoneNumber: '+1 555 0100' },
      ...{ dateOfBirth: '1990-12-31', amount: 1000, purpose: 'business', duration: 30 },
      ...{ monthlyIncome: 2500.5, termsAccepted: true },
      frontId: await upload(),
      backId: await upload(),
      selfieWithId: await upload(),
      status: 'pending',
    }
    const { loan } = await post(user, '/api/loans', json)
    expect([loan.amount, loan.monthly_income]).toEqual(['1000', '2500.5'])
  })
})

describe('the account', () => {
  it('the verification is submitted with links, and reviewed', async () => {
    const upload = () => linkTo('/api/upload-kyc-doc', 'kycDocument')
    await post(user, '/kyc/submit', {
      ...{ fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
      frontIdUrl: await upload(),
      backIdUrl: await upload(),
      selfieWithIdUrl: await upload(),
    })
    const requests: { id: string; user_id: string }[] = await done(admin, 'GET /admin/kyc-requests')
    const kycId = requests.find(({ user_id }) => user_id === user.userId)?.id
    await post(admin, '/admin/kyc-review', { kycId, action: 'approve', reason: '' })
    await post(admin, '/admin/reset-kyc', { userId: user.userId })
  })

  it('the profile is completed after sign-up', async () => {
    await post(user, '/api/signup-profile', { full_name: user.fullName, phone: '+1 555 0199' })
    const profile = await done(user, `GET /api/users/${user.userId}`)
    expect(profile).toMatchObject({ phone: '+1 555 0199', role: 'user' })
  })

  it('there is no route that stores a password in the clear', async () => {
    const json = { user_id: user.userId, password: 'a new password' }
    expect((await call(user, 'POST /api/save-user-password', { json })).status).toBe(404)
  })
})

describe('staff', () => {
  it('manage a user', async () => {
    const { userId } = await newUser(world)
    const manage = (path: string, more = {}) => post(admin, path, { userId, ...more })
    await manage('/admin/user-management/update-credit-score', { creditScore: 700 })
    await manage('/admin/toggle-user-status', { isActive: false })
    await manage('/admin/toggle-user-status', { isActive: true })
    await manage('/api/admin/delete-futures-trade-history')
    await manage('/admin/update-user-password', { newPassword: 'a chosen password' })
  })

  it('propose and approve a deposit address on a network by its full name', async () => {
    const network = 'Bitcoin/mainnet'
    const change = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network }
    const proposed = await done(admin, 'PUT /api/admin/deposit-addresses/BTC', { json: change })
    const { proposed_at: proposedAt } = proposed.address.proposal
    const approval = { network, action: 'approve', proposedAt }
    await post(second, '/api/admin/deposit-addresses/BTC/review', approval)
    const unknown = call(admin, 'PUT /api/admin/deposit-addresses/NOPE', { json: change })
    expect(await refusalOf(unknown)).toEqual([404, 'item.unknown'])
  })

  it('talk with a user', async () => {
    await post(user, '/api/support/conversation', { message: 'Hello' })
    const own = await done(user, `GET /api/support/conversation/${user.userId}`)
    const conversationId = own.id
    await post(user, '/api/support/messages', { conversationId, message: 'Are you there?' })
    const reply = { conversationId, message: 'Yes', messageType: 'text' }
    await post(admin, '/api/admin/support/messages', reply)
    const [message] = own.support_messages
    await done(admin, `PUT /api/admin/support/messages/${message.id}/read`)
    const unknown = `PUT /api/admin/support/messages/${randomUUID()}/read`
    expect((await call(admin, unknown)).status).toBe(404)
  })
})

describe('leaving', () => {
  it('an account is deleted without a body', async () => {
    const leaver = await newUser(world)
    await done(leaver, 'DELETE /api/user/delete-account')
  })
})
