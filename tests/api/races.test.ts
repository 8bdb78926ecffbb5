import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import {
  approveOrder,
  cancelTrade,
  listTrades,
  placeTrade,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { Response } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { photo } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

// tests/api/second-approvals.test.ts covers races of requests that need two approvals.
const testApp = await openTestApp({ config: { secondApprovalAboveUsd: '1000000000' } })
const MANY = 100

let admins: readonly [Person, Person]

beforeAll(async () => {
  await bitcoinBecomes(testApp, '1')
  admins = [await newAdmin(testApp), await newAdmin(testApp)]
  await offerUsdtAddress(testApp)
  await warmUp()
})

afterEach(() => expectSoundLedger(testApp))

/** Opens all connections, because a cold pool serialises the requests and hides races. */
async function warmUp(): Promise<void> {
  const { pool } = testApp.services
  await atOnce(MANY, () => pool.query('select pg_sleep(0.01)'))
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', '1000')
  await atOnce(MANY, () => place(person, '1'))
}

/** A buy at a price of 1 USDT, so that the amount equals the cost. */
function place(by: Person, amount: string, key: string = randomUUID()) {
  const body = { symbol: 'BTC/USDT', side: 'buy', amount, price: '1' } as const
  return by.client.insist(placeTrade, { body, key })
}

const approve = (id: string, by: Person) => by.client.insist(approveOrder, { params: { id } })
const reject = (id: string, by: Person) => by.client.insist(rejectOrder, { params: { id } })
const cancel = (id: string, by: Person) => by.client.insist(cancelTrade, { params: { id } })

async function buyer(usdt: string): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', usdt)
  return person
}

function countByCode(responses: readonly Response<{ readonly code?: string }>[]) {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const code = status === 200 ? 'done' : (body.code ?? String(status))
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

test('one of 100 orders for the whole balance is accepted', async () => {
  const person = await buyer('500')
  const responses = await atOnce(MANY, () => place(person, '500'))
  expect(countByCode(responses)).toEqual({ done: 1, 'balance.insufficient': MANY - 1 })
  const [refused] = responses.filter(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ required: '500.00000000', available: '0.00000000' })
  expect(await holdings(testApp, person)).toEqual({ USDT: '0 + 500' })
})

test('three of 100 orders for a third of the balance are accepted', async () => {
  const person = await buyer('500')
  const responses = await atOnce(MANY, () => place(person, '150'))
  expect(countByCode(responses)).toEqual({ done: 3, 'balance.insufficient': MANY - 3 })
  expect(await holdings(testApp, person)).toEqual({ USDT: '50 + 450' })
})

test('one key used 100 times places one order and returns it each time', async () => {
  const person = await buyer('500')
  const key = randomUUID()
  const responses = await atOnce(MANY, () => place(person, '5', key))
  expect(countByCode(responses)).toEqual({ done: MANY })
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  expect(await holdings(testApp, person)).toEqual({ USDT: '495 + 5' })
})

test('two keys used 50 times each place two orders', async () => {
  const person = await buyer('500')
  const keys = [randomUUID(), randomUUID()]
  const responses = await atOnce(MANY, (index) => place(person, '5', keys[index % 2]))
  expect(countByCode(responses)).toEqual({ done: MANY })
  const orders = await person.client.call(listTrades, { params: { userId: person.userId } })
  expect(orders).toHaveLength(2)
  expect(await holdings(testApp, person)).toEqual({ USDT: '490 + 10' })
})

test('one key with two concurrent bodies has one effect', async () => {
  const person = await buyer('500')
  const key = randomUUID()
  const responses = await atOnce(20, (index) => place(person, index % 2 ? '5' : '7', key))
  expect(countByCode(responses)).toEqual({ done: 10, 'idempotency.key_reused': 10 })
})

describe('concurrent decisions on one order', () => {
  async function waiting(): Promise<{ person: Person; id: string }> {
    const person = await buyer('500')
    const { body } = await place(person, '500')
    return { person, id: body.id }
  }

  test('execute it once when two members of staff approve', async () => {
    const { person, id } = await waiting()
    const responses = await atOnce(20, (index) => approve(id, index % 2 ? admins[0] : admins[1]))
    expect(countByCode(responses)).toEqual({ done: 1, 'order.not_pending': 19 })
    expect(await holdings(testApp, person)).toEqual({ USDT: '0 + 0', BTC: '500 + 0' })
  })

  test('either approve or cancel it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, id } = await waiting()
      const [approved, cancelled] = await Promise.all([approve(id, admins[0]), cancel(id, person)])
      expect([approved.status, cancelled.status].sort()).toEqual([200, 409])
      expect(await holdings(testApp, person)).toMatchObject(
        approved.status === 200 ? { USDT: '0 + 0', BTC: '500 + 0' } : { USDT: '500 + 0' },
      )
    }
  })

  test('either approve or reject it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, id } = await waiting()
      const [approved, rejected] = await Promise.all([
        approve(id, admins[0]),
        reject(id, admins[1]),
      ])
      expect([approved.status, rejected.status].sort()).toEqual([200, 409])
      expect(await holdings(testApp, person)).toMatchObject(
        approved.status === 200 ? { USDT: '0 + 0', BTC: '500 + 0' } : { USDT: '500 + 0' },
      )
    }
  })
})

test('a deposit approved by two members of staff is credited once', async () => {
  const person = await newUser(testApp)
  const { request } = await person.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '250' },
    files: { screenshot: await photo() },
  })
  const responses = await atOnce(20, (index) =>
    (index % 2 ? admins[0] : admins[1]).client.insist(reviewDeposit, {
      params: { id: request.id },
      body: { action: 'approve' },
    }),
  )
  expect(countByCode(responses)).toEqual({ done: 1, 'review.already_decided': 19 })
  expect(await holdings(testApp, person)).toEqual({ USDT: '250 + 0' })
})
