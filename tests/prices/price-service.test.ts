import type { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { LOCKS } from '#server/platform/locks.ts'
import type { CheckClock } from '#server/prices/price-feed.ts'
import { createPriceService, type PriceService } from '#server/prices/price-service.ts'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'
import { deleteOldTicks, keepTicks, keptTicks, tickIdsIn } from '#server/prices/tick-retention.ts'
import { DAY_MS, instantOf, MINUTE_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/wait.ts'
import { readingOf } from './reading.ts'

const { pool } = await openTestDatabase()

/** A scripted source that counts its listeners. */
class ScriptedSource implements PriceSource {
  readonly name = 'binance'
  readonly origin = 'live'
  listeners = 0
  #emit: ((readings: readonly PriceReading[]) => void) | undefined

  async start(onTick: (readings: readonly PriceReading[]) => void, signal: AbortSignal) {
    this.listeners += 1
    this.#emit = onTick
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    this.listeners -= 1
    this.#emit = undefined
  }

  history = () => Promise.resolve([])

  say(...readings: Partial<PriceReading>[]): void {
    this.#emit?.(readings.map((given) => readingOf({ atMs: clock.now(), ...given })))
  }
}

const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
const opened: PriceService[] = []

async function open(
  source: PriceSource,
  { on = pool, ...given }: { on?: Pool; clock?: Clock; checkClock?: CheckClock } = {},
): Promise<PriceService> {
  const faults = { onFault: () => undefined, report: () => undefined }
  const options = { pool: on, feedPool: on, source, clock, ...faults, ...given }
  const service = createPriceService(options)
  opened.push(service)
  void service.start()
  return service
}

async function openLeader(): Promise<{ source: ScriptedSource; service: PriceService }> {
  const source = new ScriptedSource()
  const service = await open(source)
  await eventually(() => expect(source.listeners).toBe(1))
  return { source, service }
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()))
  await pool.query('truncate price_tick, price_candle, price_candle_longer')
  clock.aheadMs = 0
})

async function recorded(): Promise<{ id: string; symbol: string; price: string; at: Date }[]> {
  const { rows } = await pool.query(
    'select id, symbol, price, at from price_tick order by position',
  )
  return rows
}

describe('the price service', () => {
  it('publishes only prices that are already stored', async () => {
    const { source, service } = await openLeader()
    const seen: Promise<boolean>[] = []
    service.onTick(({ id }) => {
      seen.push(recorded().then((rows) => rows.some((row) => row.id === id)))
    })
    source.say({ price: '100' }, { symbol: 'ETH', price: '7' })
    await eventually(() => expect(seen).toHaveLength(2))
    expect(await Promise.all(seen)).toEqual([true, true])
    expect(service.current('BTC')).toMatchObject({ symbol: 'BTC', source: 'binance', price: '100' })
  })

  it('has one row for each asset, with or without a price, and stablecoins at 1', async () => {
    const { source, service } = await openLeader()
    source.say({ price: '100.50', change24h: '-1.25', volume24h: '5000' })
    await eventually(() => expect(service.current('BTC')).toBeDefined())
    const rows = service.list()
    expect(rows).toHaveLength(24)
    expect(service.price('BTC')).toMatchObject({
      name: 'Bitcoin',
      price: '100.5',
      change24h: '-1.25',
      volume24h: '5000',
      source: 'binance',
      origin: 'live',
    })
    expect(service.price('ETH')).toMatchObject({ id: null, price: null, updatedAt: null })
    expect(service.price('USDC')).toMatchObject({ price: '1', source: 'fixed', change24h: '0' })
    expect(service.current('USDC')).toMatchObject({ symbol: 'USDC', price: '1' })
  })

  it('uses its source’s rate for a stablecoin, and never falls back to 1', async () => {
    const { source, service } = await openLeader()
    source.say({ symbol: 'USDC', price: '0.97' })
    await eventually(() => expect(service.current('USDC')?.source).toBe('binance'))
    expect(service.price('USDC')).toMatchObject({ price: '0.97', source: 'binance' })
    expect(service.current('DAI')).toMatchObject({ source: 'fixed', price: '1' })
    clock.aheadMs = MINUTE_MS + 1_000
    expect(service.current('USDC')).toBeUndefined()
    expect(service.current('USDT')).toMatchObject({ source: 'fixed', price: '1' })
  })

  it('has no current price for a tick older than a minute', async () => {
    const { source, service } = await openLeader()
    source.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')).toBeDefined())
    expect(service.status()).toMatchObject({ source: 'binance', stale: false })
    clock.aheadMs = MINUTE_MS + 1_000
    expect(service.current('BTC')).toBeUndefined()
    expect(service.price('BTC')).toMatchObject({ id: null, price: null, change24h: null })
    expect(service.price('BTC').updatedAt).not.toBeNull()
    expect(service.status().stale).toBe(true)
  })

  it('polls in one process, and every process sees the same ticks', async () => {
    const { source, service } = await openLeader()
    const idle = new ScriptedSource()
    const follower = await open(idle)
    source.say({ price: '100' }, { symbol: 'ETH', price: '7' })
    await eventually(() => expect(follower.current('ETH')).toBeDefined())
    await eventually(() => expect(service.current('ETH')).toBeDefined())
    expect(follower.current('ETH')).toEqual(service.current('ETH'))
    expect(follower.current('BTC')).toEqual(service.current('BTC'))
    expect(idle.listeners).toBe(0)
  })

  it('hands polling over when its process stops, without duplicate ticks', async () => {
    const { source, service } = await openLeader()
    const next = new ScriptedSource()
    const follower = await open(next)
    expect([service.isRecording(), follower.isRecording()]).toEqual([true, false])
    const heard: string[] = []
    follower.onTick(({ price }) => heard.push(price))
    source.say({ price: '100' })
    await eventually(() => expect(heard).toEqual(['100']))
    await service.close()
    await eventually(() => expect(next.listeners).toBe(1))
    expect([service.isRecording(), follower.isRecording()]).toEqual([false, true])
    next.say({ price: '101' })
    await eventually(() => expect(heard).toEqual(['100', '101']))
    expect((await recorded()).map(({ price }) => price)).toEqual(['100', '101'])
  })

  it('reconnects and resumes polling when its database connection drops', async () => {
    const { source, service } = await openLeader()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and classid = ${LOCKS.pricePolling[0]} and granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    await eventually(() => expect(source.listeners).toBe(0))
    await eventually(() => expect(source.listeners).toBe(1))
    source.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')).toBeDefined())
  })

  it('leaves polling to another process while its own clock is wrong', async () => {
    let fault: string | undefined = 'The clock is wrong.'
    const source = new ScriptedSource()
    const service = await open(source, { checkClock: async () => fault })
    const next = new ScriptedSource()
    const other = await open(next)
    await eventually(() => expect(next.listeners).toBe(1))
    expect([source.listeners, service.isRecording()]).toEqual([0, false])
    expect(await service.clockFault()).toBe(fault)
    next.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')?.price).toBe('100'))
    fault = undefined
    await other.close()
    await eventually(() => expect(service.isRecording()).toBe(true))
  })

  it('gives up polling when its clock becomes wrong', async () => {
    let fault: string | undefined
    const source = new ScriptedSource()
    const service = await open(source, { checkClock: async () => fault })
    await eventually(() => expect(source.listeners).toBe(1))
    const next = new ScriptedSource()
    await open(next)
    fault = 'The clock is wrong.'
    await eventually(() => expect(next.listeners).toBe(1))
    expect(service.isRecording()).toBe(false)
    next.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')?.price).toBe('100'))
  })

  it('still detects a spike after a restart', async () => {
    const { source, service } = await openLeader()
    source.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')).toBeDefined())
    await service.close()
    const next = new ScriptedSource()
    const restarted = await open(next)
    await eventually(() => expect(next.listeners).toBe(1))
    expect(restarted.current('BTC')?.price).toBe('100')
    next.say({ price: '500' })
    next.say({ symbol: 'ETH', price: '7' })
    await eventually(() => expect(restarted.current('ETH')).toBeDefined())
    expect(restarted.current('BTC')?.price).toBe('100')
  })

  it('finds the ticks before and after an instant, in recorded order', async () => {
    const { source, service } = await openLeader()
    source.say({ price: '100' })
    await eventually(() => expect(service.current('BTC')?.price).toBe('100'))
    source.say({ price: '101' })
    await eventually(() => expect(service.current('BTC')?.price).toBe('101'))
    const [first, second] = await recorded()
    const [firstMs, secondMs] = [first, second].map((tick) => tick?.at.getTime() ?? 0) as [
      number,
      number,
    ]
    const around = async (atMs: number, source = 'binance') => {
      const { before, after } = await service.ticksAround('BTC', instantOf(atMs), source)
      return [before?.price, after?.price]
    }
    expect(await around(firstMs)).toEqual([undefined, '100'])
    expect(await around(firstMs + 1)).toEqual(['100', '101'])
    expect(await around(secondMs + 1)).toEqual(['101', undefined])
    expect(await around(firstMs, 'coinbase')).toEqual([undefined, undefined])
    const range = { fromMs: secondMs, toMs: secondMs, and: [first?.id ?? ''] }
    const between = await service.ticksBetween('BTC', 'binance', range)
    expect(between.map(({ price }) => price)).toEqual(['100', '101'])
  })

  it('builds minute candles from ticks, and longer candles from minutes', async () => {
    const { source, service } = await openLeader()
    for (const [price, traded] of [
      ['100', '1'],
      ['105', '0.5'],
      ['98', '0.25'],
    ] as const) {
      source.say({ price, traded })
      await eventually(() => expect(service.current('BTC')?.price).toBe(price))
    }
    // Use the day: the test may cross the end of a minute.
    const { candles } = await service.candles('BTC', '1d', 10)
    expect(candles).toHaveLength(1)
    expect(candles[0]).toMatchObject({
      open: '100',
      high: '105',
      low: '98',
      close: '98',
      volume: '1.75',
    })
  })

  it('deletes old ticks unless an event refers to them', async () => {
    const { source, service } = await openLeader()
    source.say({ price: '100' }, { symbol: 'ETH', price: '7' })
    await eventually(() => expect(service.current('ETH')).toBeDefined())
    const event = { side: 'buy', quote: service.current('BTC'), lines: [{ tick: null }] }
    await keepTicks(pool, tickIdsIn(event))
    source.say({ symbol: 'ETH', price: '7.01' })
    await eventually(() => expect(service.current('ETH')?.price).toBe('7.01'))
    expect(await deleteOldTicks(pool, clock.now() + 6 * DAY_MS)).toBe(0)
    expect(await deleteOldTicks(pool, clock.now() + 8 * DAY_MS)).toBe(1)
    expect((await recorded()).map(({ price }) => price)).toEqual(['100', '7.01'])
  })

  it('keeps the last rate of a stablecoin, so that no later process counts it as 1', async () => {
    const { source, service } = await openLeader()
    for (const price of ['0.98', '0.97']) {
      source.say({ symbol: 'USDC', price })
      await eventually(() => expect(service.current('USDC')?.price).toBe(price))
    }
    for (const day of [8, 9]) await deleteOldTicks(pool, clock.now() + day * DAY_MS)
    expect((await recorded()).map(({ price }) => price)).toEqual(['0.97'])

    clock.aheadMs = 9 * DAY_MS
    const later = await open(new ScriptedSource())
    await eventually(() => expect(later.price('USDC')).toMatchObject({ lastPrice: '0.97' }))
    expect(later.current('USDC')).toBeUndefined()
  })

  it('reads only events that may refer to a tick', () => {
    const { types } = keptTicks(FEATURES.catalog)
    expect(types).toEqual(
      expect.arrayContaining(['ConversionExecuted', 'FuturesSettled', 'SpotOrderPlaced']),
    )
    expect(types).not.toContain('DepositRequested')
  })
})
