import { describe, expect, test } from 'vitest'
import type { AnyAggregate } from '#server/events/decider.ts'
import { FEATURES } from '#server/features/index.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { Findings } from '#server/ledger/ledger-fault.ts'
import { inSnapshot } from '#server/ledger/snapshot.ts'
import { verifyHolds } from '#server/ledger/verify-holds.ts'
import { verifyStreams } from '#server/ledger/verify-streams.ts'
import { listHolds, sumHolds } from '#shared/contract/portfolio.ts'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp

const read = (by: Person, of = by) => by.client.send(listHolds, { params: { userId: of.userId } })

const buy = (by: Person, amount: string) =>
  by.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount, price: '1000' },
  })

async function trader(): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', '5000')
  return person
}

describe('the holds of a frozen balance', () => {
  test('are the open items with their amounts, newest first', async () => {
    const user = await trader()
    const order = await buy(user, '0.5')
    const stake = await user.client.call(openStake, { body: { amount: '1000', duration: 5 } })
    const { body } = await read(user)
    expect(body).toMatchObject([
      { kind: 'stake', id: stake.id, symbol: 'USDT', amount: '1000', until: stake.endDate },
      { kind: 'spot-order', id: order.id, symbol: 'USDT', amount: '500', until: null },
    ])
  })

  test('exclude finished items', async () => {
    const user = await trader()
    const { id } = await buy(user, '1')
    expect((await read(user)).body).toHaveLength(1)
    await user.client.call(cancelTrade, { params: { id } })
    expect((await read(user)).body).toEqual([])
  })

  test('are paged, even after the last one of a page has ended, and are added up', async () => {
    const user = await trader()
    const placed: string[] = []
    for (const amount of ['0.1', '0.2', '0.3', '0.4', '0.5']) {
      placed.unshift((await buy(user, amount)).id)
    }
    const page = async (before?: string) => {
      const query = { limit: 2, ...(before ? { before: `spot-order-${before}` } : {}) }
      const holds = await user.client.call(listHolds, { params: { userId: user.userId }, query })
      return holds.map(({ id }) => id)
    }
    const first = await page()
    expect(first).toEqual(placed.slice(0, 2))
    await user.client.call(cancelTrade, { params: { id: placed[1] ?? '' } })
    expect(await page(placed[1])).toEqual(placed.slice(2, 4))
    expect(await page(placed[3])).toEqual(placed.slice(4))
    const sums = await user.client.call(sumHolds, { params: { userId: user.userId } })
    expect(sums).toEqual([{ kind: 'spot-order', symbol: 'USDT', amount: '1100' }])
  })

  test('add up to the frozen balance', async () => {
    const user = await trader()
    await fund(testApp, user, 'BTC', '2')
    const orders = await Promise.all(
      ['0.3', '0.00000001', '1.2'].map((amount) => buy(user, amount)),
    )
    await user.client.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'sell', amount: '0.75', price: '90000' },
    })
    await user.client.call(openStake, { body: { amount: '20', duration: 1 } })
    await user.client.call(cancelTrade, { params: { id: orders[0]?.id ?? '' } })

    const sums = new Map<string, bigint>()
    for (const { symbol, amount } of (await read(user)).body) {
      sums.set(symbol, (sums.get(symbol) ?? 0n) + parseUnits(amount))
    }
    const balances = await readBalances(services.pool, user.userNo)
    for (const { symbol, frozen } of balances) {
      expect(formatUnits(sums.get(symbol) ?? 0n), symbol).toBe(formatUnits(frozen))
    }
    expect(sums.size).toBe(2)
    await expectSoundLedger(testApp)
  })

  test('are visible only to their owner and staff', async () => {
    const owner = await trader()
    await buy(owner, '1')
    expect((await read(await newUser(testApp), owner)).status).toBe(403)
    expect((await read(await newAdmin(testApp), owner)).body).toHaveLength(1)
  })
})

test('the ledger is not sound while a frozen balance has no hold', async () => {
  const user = await trader()
  const { id } = await buy(user, '1')
  const stream = `spot-order-${id}`
  const forgetful = FEATURES.aggregates.map(({ holds: _, ...aggregate }) => aggregate)
  const owners = { after: 0n, upTo: user.userNo }
  const holdsIn = async (aggregates: readonly AnyAggregate[]) => {
    const findings = new Findings()
    await inSnapshot(services.pool, async (client) => {
      await verifyStreams(client, findings, {
        aggregates,
        chosen: { streams: [stream] },
        after: 0n,
      })
      await verifyHolds(client, findings, { aggregates, chosen: owners })
    })
    return findings.list().filter(({ check }) => check === 'holds')
  }
  expect(await holdsIn(FEATURES.aggregates)).toEqual([])
  expect(await holdsIn(forgetful)).toMatchObject([
    { fault: expect.stringContaining('what holds it comes to 0') },
  ])
  await services.pool.query('update document set waiting = false where stream = $1', [stream])
  // The stream has ended, so its holds are not counted either.
  expect(await holdsIn(FEATURES.aggregates)).toMatchObject([
    { fault: expect.stringContaining('but is not open'), more: 1 },
  ])
})
