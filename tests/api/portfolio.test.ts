import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDayAgo, readPortfolio } from '#shared/contract/portfolio.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestApp } from './support/app.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const testApp = await openTestApp()

test('a user without money has a USDT row of zero', async () => {
  const { client, userId } = await newUser(testApp)
  expect(await client.call(readPortfolio, { params: { userId } })).toEqual([
    { user_id: userId, symbol: 'USDT', available: '0', frozen: '0' },
  ])
})

test('available and frozen are separate, with USDT first', async () => {
  const { client, userId, ...rest } = await newUser(testApp)
  const person = { client, userId, ...rest }
  await fund(testApp, person, 'BTC', '0.5')
  await fund(testApp, person, 'USDT', '1000.00000001')
  await client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '40000' },
  })
  expect(await client.call(readPortfolio, { params: { userId } })).toEqual([
    { user_id: userId, symbol: 'USDT', available: '600.00000001', frozen: '400' },
    { user_id: userId, symbol: 'BTC', available: '0.5', frozen: '0' },
  ])
})

test('concurrent requests of different users each return their own', async () => {
  const people = []
  for (const index of [0, 1, 2, 3, 4]) {
    const person = await newUser(testApp)
    for (const amount of ['1', '2'].slice(0, index)) await fund(testApp, person, 'ETH', amount)
    people.push(person)
  }
  const responses = await Promise.all(
    [...people, ...people].map(({ client, userId }) =>
      client.call(readPortfolio, { params: { userId } }),
    ),
  )
  const held = (rows: (typeof responses)[number]) =>
    rows.find(({ symbol }) => symbol === 'ETH')?.available
  const expected = [undefined, '1', '3', '3', '3']
  expect(responses.map(held)).toEqual([...expected, ...expected])
  expect(responses.map(([row]) => row?.user_id)).toEqual(
    [...people, ...people].map(({ userId }) => userId),
  )
})

test('amounts held a day ago do not include later arrivals', async () => {
  const person = await newUser(testApp)
  await fund(testApp, person, 'ETH', '3')
  const read = () => person.client.call(readDayAgo, { params: { userId: person.userId } })
  expect(await read()).toEqual([])
  // The database's clock, which dates events, cannot be moved.
  await testApp.database.pool.query(
    `update event set recorded_at = recorded_at - interval '25 hours'`,
  )
  await fund(testApp, person, 'ETH', '1')
  expect(await read()).toEqual([{ symbol: 'ETH', amount: '3' }])
})

test('other users cannot read it, but staff can', async () => {
  const owner = await newUser(testApp)
  await fund(testApp, owner, 'ETH', '3')
  const [stranger, admin] = [await newUser(testApp), await newAdmin(testApp)]
  const read = (by: typeof owner, userId = owner.userId) =>
    by.client.send(readPortfolio, { params: { userId } })
  expect((await read(stranger)).status).toBe(403)
  expect((await read(admin)).body).toMatchObject([{ symbol: 'USDT' }, { symbol: 'ETH' }])
  expect((await read(admin, randomUUID())).status).toBe(404)
})
