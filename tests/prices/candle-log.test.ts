import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { up } from '#server/migrations/0400-longer-candles.ts'
import { readCloses, readRecorded } from '#server/prices/candle-log.ts'
import { deleteOldCandles, foldCandles } from '#server/prices/candle-retention.ts'
import { createCandleReader } from '#server/prices/candles.ts'
import type { PriceSource } from '#server/prices/price-source.ts'
import type { CandleInterval } from '#shared/rules/prices.ts'
import { DAY_MS, HOUR_MS, instantOf, MINUTE_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool } = await openTestDatabase()

/** The start of a day. */
const DAY_ONE_MS = Date.parse('2026-01-31T00:00:00.000Z')

afterEach(() => pool.query('truncate price_candle, price_candle_longer'))

/** Records one candle for each minute; each closes one above the previous one. */
async function record(fromMs: number, minutes: number, symbol = 'BTC'): Promise<void> {
  await pool.query(
    `insert into price_candle (symbol, source, open_time, open, high, low, close, volume)
     select $1, 'market', $2::timestamptz + place * interval '1 minute',
            1000 + place, 1001.5 + place, 999.5 + place, 1001 + place, 2
     from generate_series(0, $3::int - 1) as place`,
    [symbol, new Date(fromMs), minutes],
  )
}

const read = (interval: CandleInterval, fromMs: number) =>
  readRecorded(pool, { symbol: 'BTC', source: 'market', interval, fromMs })

const countOf = async (table: string) =>
  Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)

describe('longer candles', () => {
  test.each(['5m', '15m', '1h', '1d'] as const)(
    'of %s are the same before and after they were folded, and while they grow',
    async (interval) => {
      await record(DAY_ONE_MS, 150)
      const before = await read(interval, DAY_ONE_MS)
      await foldCandles(pool)
      expect(await read(interval, DAY_ONE_MS)).toEqual(before)
      await record(DAY_ONE_MS + 150 * MINUTE_MS, 20)
      const grown = await read(interval, DAY_ONE_MS)
      await foldCandles(pool)
      await foldCandles(pool)
      expect(await read(interval, DAY_ONE_MS)).toEqual(grown)
      const sum = grown.reduce((total, { volume }) => total + Number(volume), 0)
      expect(sum).toBe(340)
    },
  )

  test('have the first open, the extremes, the last close and the sum of volumes', async () => {
    await record(DAY_ONE_MS, 60)
    await record(DAY_ONE_MS, 60, 'ETH')
    await foldCandles(pool)
    expect(await read('1h', DAY_ONE_MS)).toEqual([
      {
        openTime: instantOf(DAY_ONE_MS),
        open: '1000',
        high: '1060.5',
        low: '999.5',
        close: '1060',
        volume: '120',
      },
    ])
  })

  test('stay after their minutes are deleted', async () => {
    await record(DAY_ONE_MS, 30 * 60)
    await record(DAY_ONE_MS + 9 * DAY_MS, 60)
    const days = await read('1d', DAY_ONE_MS)
    await deleteOldCandles(pool, DAY_ONE_MS + 9 * DAY_MS + HOUR_MS)
    expect(await countOf('price_candle')).toBe(60)
    expect(await read('1d', DAY_ONE_MS)).toEqual(days)
    expect(await read('5m', DAY_ONE_MS)).toHaveLength(12)
    await deleteOldCandles(pool, DAY_ONE_MS + 400 * DAY_MS)
    expect(await read('1d', DAY_ONE_MS)).toEqual(days)
  })

  test('of the last day keep their minutes, however old', async () => {
    await record(DAY_ONE_MS, 30 * 60)
    const days = await read('1d', DAY_ONE_MS)
    for (let run = 0; run < 2; run += 1) await deleteOldCandles(pool, DAY_ONE_MS + 8.1 * DAY_MS)
    expect(await countOf('price_candle')).toBe(6 * 60)
    expect(await read('1d', DAY_ONE_MS)).toEqual(days)
  })

  test('are made of existing minutes by the migration', async () => {
    await record(DAY_ONE_MS, 150)
    const before = await read('15m', DAY_ONE_MS)
    await pool.query('drop table price_candle_longer')
    await up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }))
    await pool.query('delete from price_candle')
    expect(await read('15m', DAY_ONE_MS)).toEqual(before)
  })

  test('answer for closes after their minutes are deleted', async () => {
    await record(DAY_ONE_MS, 90)
    await record(DAY_ONE_MS + 9 * DAY_MS, 1)
    const moments = [5, 60, 65, 90, 120, 24 * 60].map((at) => DAY_ONE_MS + at * MINUTE_MS)
    const closes = async (withinMs: number) => {
      const asked = { source: 'market', symbols: ['BTC', 'ETH'], moments, withinMs }
      const closeAt = await readCloses(pool, asked)
      expect(closeAt('ETH', moments[0] ?? 0)).toBeUndefined()
      return moments.map((moment) => closeAt('BTC', moment))
    }
    const ofHours = await closes(HOUR_MS)
    expect(ofHours).toEqual(['1005', '1060', '1065', '1090', '1090', undefined])
    const ofDays = await closes(DAY_MS)
    await foldCandles(pool)
    // Those of 5 minutes are still there.
    await pool.query('delete from price_candle')
    expect(await closes(HOUR_MS)).toEqual(ofHours)
    await pool.query('delete from price_candle_longer where minutes < 60')
    expect((await closes(HOUR_MS)).slice(1, 2)).toEqual(['1060'])
    await pool.query('delete from price_candle_longer where minutes = 60')
    expect((await closes(DAY_MS)).at(-1)).toBe(ofDays.at(-1))
  })
})

test('a read that takes long is not started again while it runs', async () => {
  const clock = { ms: DAY_ONE_MS, now: () => clock.ms }
  const answer = Promise.withResolvers<{ rows: [] }>()
  let reads = 0
  const slow = {
    query: () => {
      reads += 1
      return answer.promise
    },
  }
  const source = { name: 'market', history: async () => [] } as unknown as PriceSource
  const candles = createCandleReader({
    pool: slow as never,
    source,
    clock,
    report: () => undefined,
  })
  const first = candles('BTC', '1d', 10)
  clock.ms += MINUTE_MS
  const second = candles('BTC', '1d', 5)
  answer.resolve({ rows: [] })
  expect(await Promise.all([first, second])).toEqual([[], []])
  expect(reads).toBe(1)
  // Kept from its arrival on.
  await candles('BTC', '1d', 10)
  expect(reads).toBe(1)
  clock.ms += MINUTE_MS
  await candles('BTC', '1d', 10)
  expect(reads).toBe(2)
})
