import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { until } from '#tests/support/wait.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { refusalOf } from './support/client.ts'
import { entered, untilOffered } from './support/futures.ts'
import { holdings } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { photo } from './support/pictures.ts'
import { specifiedClient } from './support/specified-client.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { clock, market } = world
const { call, done, post } = specifiedClient(world.app)

const user = await newUser(world)
const admin = await newAdmin(world)
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
    'GET /api/transactions/{user}?type=withdraw',
  ])('of a user: %s', (line) => done(user, line.replace('{user}', user.userId)))

  it('prices are read without a session, all or one', async () => {
    const prices = await done(undefined, 'GET /api/crypto/prices')
    const bitcoin = await done(undefined, 'GET /api/crypto/prices/BTC')
    expect(bitcoin).toMatchObject({ symbol: 'BTC', price: '50000', updatedAt: expect.anything() })
    expect(prices.map(({ symbol }: { symbol: string }) => symbol)).toContain('BTC')
  })

  it('return the fields that callers use', async () => {
    const portfolio = await done(user, `GET /api/portfolio/${user.userId}`)
    expect(portfolio).toContainEqual({
      ...{ user_id: user.userId, symbol: 'USDT' },
      ...{ available: '20000', frozen: '0' },
    })
    const { addresses } = await done(user, 'GET /api/deposit-addresses')
    expect(addresses[0]).toMatchObject({ asset_symbol: 'USDT', network: 'TRC20' })
    const person = await done(user, `GET /api/users/${user.userId}`)
    expect(person).toMatchObject({ id: user.userId, role: 'user', credit_score: 60 })
    expect(await done(user, 'GET /api/user-profile')).toMatchObject({ is_active: true })
  })

  it.each([
    'GET /api/portfolio/{user}',
    'GET /api/transactions/{user}?type=',
    'GET /api/trades/{user}',
    'GET /api/staking/{user}',
    'GET /api/loans/{user}',
    'GET /api/users/{user}',
    'GET /api/support/conversation/{user}',
  ])('of another user return 403, and 401 without a session: %s', async (line) => {
    const theirs = line.replace('{user}', admin.userId)
    expect((await call(user, theirs)).status).toBe(403)
    expect((await call(undefined, theirs)).status).toBe(401)
  })

  it.each([
    'GET /api/crypto/prices/NOPE',
    'GET /api/crypto/prices/btc%20usdt',
    'PUT /api/trades/NOPE/cancel',
    'PUT /api/trades/11111111-1111-4111-8111-111111111111/cancel',
    'POST /api/loans/pay/NOPE',
    'POST /api/loans/pay/11111111-1111-4111-8111-111111111111',
  ])('of an unknown item return 404: %s', async (line) => {
    expect(await refusalOf(call(user, line))).toEqual([404, 'item.unknown'])
  })

  it.each([
    ['/api/transactions', { type: 'deposit', id: randomUUID(), is_new: false }],
    ['/api/transactions', { type: 'withdraw', id: randomUUID(), is_new: false }],
    ['/api/future-trade/complete', { tradeId: randomUUID() }],
    ['/api/support/messages', { conversationId: randomUUID(), message: 'Hello' }],
  ])('an unknown id in the body returns 404: %s', async (path, json) => {
    expect(await refusalOf(call(user, `POST ${path}`, { json }))).toEqual([404, 'item.unknown'])
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

  it('the key in a response can be used to repeat the request', async () => {
    const json = { ...ORDER, amount: 0.002 }
    const first = await call(user, 'POST /api/trades', { json })
    const headers = { 'idempotency-key': String(first.key) }
    expect((await done(user, 'POST /api/trades', { json, headers })).id).toBe(first.body.id)
  })

  it.each([0.123456789, 0, -1, 1e21, 12345678901.123457])(
    'the amount %d is refused as a number',
    async (amount) => {
      const response = call(user, 'POST /api/trades', { json: { ...ORDER, amount } })
      expect(await refusalOf(response)).toEqual([400, 'input.invalid'])
    },
  )

  it('a status other than the initial one is refused as a changed term', async () => {
    const json = { ...ORDER, status: 'executed' }
    const { status, body } = await call(user, 'POST /api/trades', { json })
    expect([status, body.code, body.field]).toEqual([409, 'terms.changed', 'status'])
  })
})

describe('futures', () => {
  const TRADE = { symbol: 'BTC/USDT', amount: 50, duration: 60, side: 'long', profitRatio: 30 }

  it('are opened with numbers, and completed when they are due', async () => {
    await untilOffered(user, market)
    const { trade } = await post(user, '/api/future-trade/submit', TRADE)
    expect(trade.amount).toBe('50')
    const asked = { json: { tradeId: trade.id } }
    expect((await call(user, 'POST /api/future-trade/complete', asked)).status).toBe(409)
    await entered(user, market, trade)
    clock.advance(TRADE.duration * SECOND_MS)
    await bitcoinBecomes(world, '50001')
    const result = await until(async () => {
      market.repeat()
      const { status, body } = await call(user, 'POST /api/future-trade/complete', asked)
      return status === 200 ? body : undefined
    })
    expect(result).toMatchObject({ isWin: true, finalProfitLoss: '15' })
    const trades = await done(user, 'GET /api/future-trades?t=1767225600000')
    expect(trades).toMatchObject([{ id: trade.id, status: 'completed', profit_loss: '15' }])
    await bitcoinBecomes(world, '50000')
  })

  it('a ratio other than the current one is refused as a changed term', async () => {
    const json = { ...TRADE, profitRatio: 100 }
    const response = call(user, 'POST /api/future-trade/submit', { json })
    expect(await refusalOf(response)).toEqual([409, 'terms.changed'])
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
  ])('a %s other than the current one is refused as a changed term', async (field, claim) => {
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
    // The re-verification requested by the review blocks other requests of the user.
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

  it('a withdrawal is requested with a number, and approved with a form', async () => {
    const walletAddress = DEMO_WALLET.address
    const json = { userId: user.userId, symbol: 'USDT', amount: 12.25, walletAddress }
    const { request } = await post(user, '/api/withdraw-requests', json)
    expect(request.amount).toBe('12.25')
    await done(admin, `POST /admin/withdraw-requests/${request.id}/review`, {
      form: { action: 'approve', adminNotes: 'Sent', requireReverification: 'false' },
      files: { screenshot: picture },
    })
  })

  it('balances are edited with numbers', async () => {
    const someone = await newUser(world)
    await post(admin, '/admin/user-management/update-portfolio', {
      userId: someone.userId,
      reason: 'Correction',
      balances: { USDT: { available: 1.5, was: 0 } },
    })
    expect(await holdings(world, someone)).toEqual({ USDT: '1.5 + 0' })
  })
})
