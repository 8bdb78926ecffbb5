import { expect, test } from 'vitest'
import { journal } from '#server/projections/journal.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { readPortfolioHistory } from '#shared/contract/portfolio.ts'
import type { ValueRange } from '#shared/rules/portfolio-history.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { openTestApp } from './support/app.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market } = testApp
const { pool } = testApp.database

const read = async (by: Person, range: ValueRange, of = by) =>
  (await by.client.send(readPortfolioHistory, { params: { userId: of.userId }, query: { range } }))
    .body

/** Ages all recorded events, because the database's clock cannot be moved. */
async function letPass(ms: number): Promise<void> {
  await pool.query(`update event set recorded_at = recorded_at - $1 * interval '1 ms'`, [ms])
}

/** Inserts a past minute candle. */
async function candle(symbol: string, agoMs: number, close: string): Promise<void> {
  await pool.query(
    `insert into price_candle (symbol, source, open_time, open, high, low, close, volume)
     values ($1, $2, date_trunc('minute', $3::timestamptz), $4, $4, $4, $4, 0)
     on conflict (symbol, source, open_time) do update set close = excluded.close`,
    [symbol, market.name, new Date(clock.now() - agoMs), close],
  )
}

test('a user without money has no line', async () => {
  expect(await read(await newUser(testApp), 'all')).toEqual({
    range: 'all',
    stepMs: MINUTE_MS,
    points: [],
    unpriced: [],
  })
})

test('each moment values the balances at the price recorded then', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '1000')
  await letPass(2 * HOUR_MS)
  await fund(testApp, user, 'ETH', '2')
  await letPass(3 * HOUR_MS)
  for (let minute = 0; minute < 4 * 60; minute += 1) {
    await candle('ETH', minute * MINUTE_MS, minute > 120 ? '2000' : '2400')
  }
  const { points, unpriced } = await read(user, '24h')
  const valueAgo = (ms: number) => {
    const at = Math.floor((clock.now() - ms) / (10 * MINUTE_MS)) * 10 * MINUTE_MS
    return points.find((point) => Date.parse(point.at) === at)?.value
  }
  expect(unpriced).toEqual([])
  expect(valueAgo(5.5 * HOUR_MS), 'before the first movement').toBeUndefined()
  expect(valueAgo(4 * HOUR_MS)).toBe('1000')
  expect(valueAgo(2.7 * HOUR_MS)).toBe('5000')
  expect(valueAgo(HOUR_MS)).toBe('5800')
  expect(points.at(-1)?.value, 'now').toBe('6000')
})

test('a missing price leaves a gap and names the asset', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'TRX', '100')
  await letPass(5 * HOUR_MS)
  await candle('TRX', 2 * HOUR_MS, '0.5')
  const { points, unpriced } = await read(user, '24h')
  expect(unpriced).toEqual(['TRX'])
  expect(points.filter(({ value }) => value === '50')).toHaveLength(1)
  expect(points.filter(({ value }) => value === null).length).toBeGreaterThan(20)
  expect(points.at(-1)?.value).toBe('25')
})

test('money counts until it is withdrawn', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '500')
  await letPass(DAY_MS)
  await fund(testApp, user, 'USDT', '-200')
  await letPass(DAY_MS)
  const { points } = await read(user, '7d')
  expect(new Set(points.map(({ value }) => value))).toEqual(new Set(['500', '300']))
  expect(points[0]?.value).toBe('500')
  expect(points.at(-1)?.value).toBe('300')
})

test('a rebuilt journal gives the same line', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '70')
  await letPass(6 * HOUR_MS)
  const past = async () =>
    new Map((await read(user, '24h')).points.slice(0, -1).map(({ at, value }) => [at, value]))
  const before = await past()
  await rebuild(pool, journal, () => undefined)
  const after = await past()
  // A step may end between the two requests, so compare only the common part.
  const both = [...before.keys()].filter((at) => after.has(at))
  expect(both.length).toBeGreaterThan(30)
  expect(both.map((at) => after.get(at))).toEqual(both.map((at) => before.get(at)))
})

test('is visible only to its owner and staff', async () => {
  const owner = await newUser(testApp)
  await fund(testApp, owner, 'USDT', '5')
  const stranger = await newUser(testApp)
  expect(await read(stranger, '24h', owner)).toMatchObject({ code: 'access.forbidden' })
  expect((await read(await newAdmin(testApp), '24h', owner)).points.at(-1)?.value).toBe('5')
})
