import { beforeEach, describe, expect, test } from 'vitest'
import { deleteOldTicks } from '#server/prices/tick-retention.ts'
import { listFuturesTicks } from '#shared/contract/futures.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { outcomeOf } from '#shared/rules/futures.ts'
import { entryTickOf, settlementTickOf, TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { DAY_MS } from '#shared/time.ts'
import { until } from '#tests/support/wait.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { openTestApp } from './support/app.ts'
import { closed, newFuturesTrader, open } from './support/futures.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { newAdmin, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market, services } = testApp

const trader = () => newFuturesTrader(testApp)

const priceIs = (price: string) => bitcoinBecomes(testApp, price)

beforeEach(() => priceIs('60000'))

describe('the ticks behind a trade', () => {
  test('reproduce the result even years later', async () => {
    const user = await trader()
    const trade = await open(user, market, { side: 'short' })
    await priceIs('59000')
    clock.advance(trade.remaining_ms)
    const end = await closed(user, trade)
    const again = async () => {
      const { ticks } = await user.client.call(listFuturesTicks, { params: { id: trade.id } })
      const positions = ticks.map(({ position }) => BigInt(position))
      expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)))
      expect(ticks[0]).toMatchObject(end.last_tick ?? {})
      expect(entryTickOf(ticks.slice(1), end.created_at, TICK_RULES)).toMatchObject(end.entry_tick)
      expect(ticks.at(-1)).toMatchObject(end.settlement_tick ?? {})
      const tick = settlementTickOf(ticks, end.expires_at, TICK_RULES)
      const stake = parseUnits(end.amount)
      const { side, profit_ratio: profitRatio } = end
      const terms = { side, entryPrice: parseUnits(end.entry_price), stake, profitRatio }
      const { profitLoss } = outcomeOf(terms, parseUnits(tick?.price ?? '0'))
      expect(formatUnits(profitLoss)).toBe(end.profit_loss)
      return ticks.length
    }
    expect(await again()).toBeGreaterThan(2)
    await until(async () => {
      const { rows } = await testApp.database.pool.query<{ kept: boolean }>(
        'select kept from price_tick where id = any($1::uuid[])',
        [[end.last_tick?.id, end.entry_tick.id, end.settlement_tick?.id]],
      )
      return rows.length === 3 && rows.every(({ kept }) => kept)
    })
    await keptUpToNow()
    expect(await deleteOldTicks(services.pool, clock.now() + 3_650 * DAY_MS)).toBeGreaterThan(0)
    expect(await again()).toBe(4)
  })

  test('are not deleted while the follower that keeps them has not seen the trade', async () => {
    const { pool } = testApp.database
    await keptUpToNow()
    const held = await pool.connect()
    await held.query(`begin; select from checkpoint where name = 'kept ticks' for update`)
    const entryTickAfterAWeek = async ({ id }: { readonly id: string }) => {
      await deleteOldTicks(services.pool, clock.now() + 8 * DAY_MS)
      const { rows } = await pool.query('select kept from price_tick where id = $1', [id])
      return rows
    }
    const trade = await open(await trader(), market)
    const unseen = await entryTickAfterAWeek(trade.entry_tick)
    await held.query('rollback')
    held.release()
    expect(unseen).toEqual([{ kept: false }])
    await keptUpToNow()
    expect(await entryTickAfterAWeek(trade.entry_tick)).toEqual([{ kept: true }])
  })

  /** Waits until the follower that keeps ticks has seen every event. */
  async function keptUpToNow(): Promise<void> {
    const position = await services.log.head()
    expect(await waitForPosition(services.pool, { follower: 'kept ticks', position })).toBe(true)
  }

  test('are visible only to staff and the owner', async () => {
    const trade = await open(await trader(), market)
    const ticksFor = async ({ client }: Person) =>
      (await client.send(listFuturesTicks, { params: { id: trade.id } })).status
    expect(await ticksFor(await newAdmin(testApp))).toBe(200)
    expect(await ticksFor(await trader())).toBe(404)
  })
})
