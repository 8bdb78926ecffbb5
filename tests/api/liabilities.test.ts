import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listLiabilities,
  type PublishedStatement,
  publishLiabilities,
  readLatestLiabilities,
  readLiabilityProof,
} from '#shared/contract/liabilities.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { parseUnits } from '#shared/money.ts'
import { checkLiabilityProof, isCounted } from '#shared/proofs/check-liabilities.ts'
import { statementOf } from '#shared/proofs/liability-statement.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp({ config: { logLevel: 'fatal' } })
const { app } = testApp

let admin: Person
let user: Person
let other: Person

beforeAll(async () => {
  await bitcoinBecomes(testApp, '50000')
  ;[user, other, admin] = await Promise.all([newUser(testApp), newUser(testApp), newAdmin(testApp)])
  await fund(testApp, user, 'USDT', '1000')
  await fund(testApp, user, 'BTC', '0.5')
  await fund(testApp, other, 'USDT', '2500')
  await user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '50000' },
  })
})

async function publish(): Promise<PublishedStatement> {
  const { statement_id } = await admin.client.call(publishLiabilities, { body: {} })
  for (;;) {
    const { running } = await admin.client.call(listLiabilities)
    if (!running) break
    await sleep(20)
  }
  const statement = await latest()
  expect(statement.id).toBe(statement_id)
  return statement
}

async function latest(): Promise<PublishedStatement> {
  const { statusCode, body } = await app.inject({ url: readLatestLiabilities.path })
  expect(statusCode).toBe(200)
  return JSON.parse(body)
}

const proofOf = ({ client, userId }: Person) =>
  client.call(readLiabilityProof, { params: { userId } })

const held = (amounts: Record<string, string>) =>
  new Map(Object.entries(amounts).map(([symbol, amount]) => [symbol, parseUnits(amount)]))

describe('a statement of liabilities', () => {
  test('counts what every user has, available and frozen, and what is promised', async () => {
    const { assets, event } = await publish()
    const usdt = assets.find(({ symbol }) => symbol === 'USDT')
    expect(usdt).toMatchObject({ total: '3500', leaves: 4, interest: '0', payouts: '0' })
    expect(assets.find(({ symbol }) => symbol === 'BTC')).toMatchObject({ total: '0.5', leaves: 2 })
    expect(statementOf(event)?.assets).toEqual(assets)
  })

  test('proves to each user that it counts them', async () => {
    const published = await publish()
    const statement = statementOf(published.event)
    if (!statement) throw new Error('it is a statement')
    const proof = await proofOf(user)
    const facts = { statement, userId: user.userId, held: held({ USDT: '1000', BTC: '0.5' }) }
    const checked = checkLiabilityProof(proof, facts)
    expect(checked.map(({ symbol, failed }) => [symbol, failed])).toEqual([
      ['USDT', null],
      ['BTC', null],
    ])
    expect(isCounted(checked)).toBe(true)
  })
})
