import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import {
  acknowledgeTransaction,
  countNewTransactions,
  listTransactions,
} from '#shared/contract/transactions.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { photo } from './support/pictures.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  await offerAddress(testApp, {
    symbol: 'TRX',
    network: 'TRC20',
    address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  })
})

async function deposit(by: Person, amount: string): Promise<string> {
  const { request } = await by.client.call(submitDeposit, {
    body: { symbol: 'TRX', amount },
    files: { screenshot: await photo() },
  })
  return request.id
}

const approve = (id: string) =>
  admin.client.call(reviewDeposit, { params: { id }, body: { action: 'approve' } })
const list = (by: Person, query: Record<string, string | number> = {}, of = by) =>
  by.client.send(listTransactions, { params: { userId: of.userId }, query })
const acknowledge = (by: Person, id: string, type: 'deposit' | 'withdraw' = 'deposit') =>
  by.client.send(acknowledgeTransaction, { body: { type, id, is_new: false } })

describe('the transaction history', () => {
  test('lists pending requests, and decided ones as new', async () => {
    const user = await newUser(testApp)
    const [first, second] = [await deposit(user, '100'), await deposit(user, '200')]
    await approve(first)
    const { body } = await list(user)
    expect(body).toMatchObject([
      { id: second, type: 'deposit', symbol: 'TRX', status: 'pending', isNew: false },
      { id: first, amount: '100', status: 'approved', isNew: true, archived: false, reason: null },
    ])
    expect((await list(user, { type: 'withdraw' })).body).toEqual([])
    expect((await list(user, { type: 'deposit', limit: 1 })).body).toMatchObject([{ id: second }])
    expect((await list(user, { before: second })).body).toMatchObject([{ id: first }])
  })

  test('shows adjustments by staff beside deposits, with the reason', async () => {
    const user = await newUser(testApp)
    const first = await deposit(user, '100')
    const adjust = (balances: Record<string, { was: string; available: string }>) =>
      admin.client.call(updatePortfolio, {
        body: { userId: user.userId, reason: 'A missed deposit', balances },
      })
    await adjust({ USDT: { was: '0', available: '5' }, BTC: { was: '0', available: '0.001' } })
    const second = await deposit(user, '200')
    await adjust({ USDT: { was: '5', available: '2' } })
    const all = (await list(user)).body
    const told = all.map(({ type, symbol, amount }) => `${type} ${amount} ${symbol}`)
    expect(told).toEqual([
      'adjustment -3 USDT',
      'deposit 200 TRX',
      ...told.slice(2, 4),
      'deposit 100 TRX',
    ])
    expect(told.slice(2, 4).sort()).toEqual(['adjustment 0.001 BTC', 'adjustment 5 USDT'])
    expect(all[0]).toMatchObject({
      title: 'Adjustment',
      reason: 'A missed deposit',
      isNew: false,
      archived: false,
    })
    const paged: string[] = []
    for (let before: string | undefined; ; before = paged.at(-1)) {
      const { body } = await list(user, { limit: 1, ...(before ? { before } : {}) })
      if (body.length === 0) break
      paged.push(...body.map(({ id }) => id))
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    expect((await list(user, { type: 'adjustment' })).body).toHaveLength(3)
    expect((await list(user, { new: 'true' })).body).toEqual([])
    expect((await list(user, { before: randomUUID() })).body).toEqual([])
    const body = { type: 'adjustment', id: paged[0] ?? '', is_new: false } as const
    expect((await user.client.send(acknowledgeTransaction, { body })).status).toBe(404)
    expect([first, second].every((id) => paged.includes(id))).toBe(true)
  })

  test('pages new and older entries, and counts all new ones', async () => {
    const user = await newUser(testApp)
    const ids = [await deposit(user, '100'), await deposit(user, '200'), await deposit(user, '300')]
    await approve(ids[0] ?? '')
    await approve(ids[1] ?? '')
    const idsOf = async (query: Record<string, string | number>) =>
      (await list(user, query)).body.map(({ id }) => id)
    expect(await idsOf({ new: 'true', limit: 1 })).toEqual([ids[1]])
    expect(await idsOf({ new: 'true', limit: 1, before: ids[1] ?? '' })).toEqual([ids[0]])
    expect(await idsOf({ new: 'false' })).toEqual([ids[2]])
    const count = () => user.client.call(countNewTransactions, { params: { userId: user.userId } })
    expect(await count()).toEqual({ count: 2 })
    await acknowledge(user, ids[1] ?? '')
    expect(await count()).toEqual({ count: 1 })
  })

  test('is visible only to its owner and staff', async () => {
    const user = await newUser(testApp)
    const id = await deposit(user, '100')
    expect((await list(await newUser(testApp), {}, user)).status).toBe(403)
    expect((await list(admin, {}, user)).body).toMatchObject([{ id }])
  })
})

describe('acknowledging a result', () => {
  test('moves it to History permanently', async () => {
    const user = await newUser(testApp)
    const id = await deposit(user, '100')
    const early = await acknowledge(user, id)
    expect([early.status, early.body.code]).toEqual([409, 'acknowledge.pending'])
    await approve(id)
    expect((await acknowledge(user, id)).status).toBe(200)
    expect((await list(user)).body).toMatchObject([{ id, isNew: false }])
    const events = await testApp.services.log.readStream(`deposit-${id}`)
    expect((await acknowledge(user, id)).status).toBe(200)
    expect(await testApp.services.log.readStream(`deposit-${id}`)).toHaveLength(events.length)
  })

  test('is possible for a disabled user', async () => {
    const user = await newUser(testApp)
    const id = await deposit(user, '100')
    await approve(id)
    await disable(testApp, user)
    expect((await acknowledge(user, id)).status).toBe(200)
  })

  test('is only for the owner of an existing request', async () => {
    const user = await newUser(testApp)
    const id = await deposit(user, '100')
    await approve(id)
    expect((await acknowledge(admin, id)).status).toBe(404)
    expect((await acknowledge(user, randomUUID())).status).toBe(404)
    expect((await acknowledge(user, id, 'withdraw')).status).toBe(404)
  })
})
