import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { settleDueTrades } from '#server/features/futures/settle-due.ts'
import { newId } from '#server/platform/new-id.ts'
import type { PriceReading } from '#server/prices/price-source.ts'
import { readCandleFile } from '#server/prices/sources/candle-file.ts'
import { createReplaySource } from '#server/prices/sources/replay.ts'
import { type NewTick, recordTicks } from '#server/prices/tick-log.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/wait.ts'
import { openTestServer, type TestApp } from './support/app.ts'
import { newFuturesTrader, submit, tradesOf } from './support/futures.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { SpokenPrices } from './support/spoken-prices.ts'
import { renewed } from './support/traders.ts'

const CANDLES = join(import.meta.dirname, '../fixtures/btc-usdt-1m-2023-03-10.csv')
const TRADES = 500
/**
 * The file's prices, 15 seconds apart, are replayed five times as fast, because futures need
 * frequent ticks.
 */
const SPEED = 5
const STEP_MS = 15_000 / SPEED

/** A clock that only the test moves. */
const clock = {
  nowMs: Date.UTC(2026, 0, 31, 9),
  now: () => clock.nowMs,
}
const startedAtMs = clock.nowMs
const database = await openTestDatabase()
const source = new SpokenPrices(clock, database.pool, 'replay')
const server = await openTestServer(database, { clock, priceSource: source })
const testApp = { ...server, database } as unknown as TestApp
afterAll(server.stop)
const writer = new pg.Client({ connectionString: database.url })
await writer.connect()
afterAll(() => writer.end())

const replay = createReplaySource(
  { candles: readCandleFile(CANDLES), speed: SPEED, startedAtMs },
  clock,
)

/** The replay's reading at the current time. */
async function readingNow(): Promise<PriceReading> {
  const stop = new AbortController()
  const reading = await new Promise<PriceReading | undefined>((resolve) => {
    void replay.start(([first]) => resolve(first), stop.signal)
  })
  stop.abort()
  if (!reading) throw new Error('the replay is silent')
  return reading
}

/** Records the replay's current step and waits until it is the current price. */
async function recordStep(): Promise<void> {
  const { price, traded } = await readingNow()
  const atMs = clock.nowMs
  const tick: NewTick = {
    id: newId(clock),
    symbol: 'BTC',
    source: 'replay',
    price,
    high: price,
    low: price,
    traded,
    atMs,
    observedMs: atMs,
    change24h: null,
    volume24h: null,
  }
  await recordTicks(writer, [tick])
  await until(() => server.services.prices.current('BTC')?.id === tick.id, 1)
}

interface Planned {
  readonly step: number
  /** Delay between the step's tick and the request. */
  readonly afterMs: number
  readonly side: 'long' | 'short'
  readonly duration: number
  /** In cents. */
  readonly stakeCents: number
}

const TERMS = [
  [60, 30],
  [120, 40],
  [180, 50],
  [240, 60],
  [360, 70],
  [480, 80],
  [600, 100],
] as const

/** Plans trades across the file with a seeded generator, the same on every run. */
function plan(steps: number): Planned[] {
  let seed = 20_230_310
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const planned = Array.from({ length: TRADES }, () => ({
    // Two ticks come before the first request, and enough after the last one.
    step: 1 + next(steps - 205),
    afterMs: 1 + next(STEP_MS - 1_000),
    side: next(2) === 0 ? ('long' as const) : ('short' as const),
    duration: (TERMS[next(TERMS.length)] as (typeof TERMS)[number])[0],
    stakeCents: 5_000 + next(45_000),
  }))
  return planned.sort((a, b) => a.step - b.step || a.afterMs - b.afterMs)
}

/** The file's prices in cents, 15 seconds apart. */
function centsOfFile(): number[] {
  const lines = readFileSync(CANDLES, 'utf8').trim().split('\n').slice(1)
  return lines.flatMap((line) =>
    line
      .split(',')
      .slice(1, 5)
      .map((price) => Math.round(Number(price) * 100)),
  )
}

/** The outcome of a trade, computed from the file without any code of the product. */
function expectedOf(cents: readonly number[], { step, side, duration, stakeCents }: Planned) {
  const seen = cents[step] as number
  // The next tick is the entry, and the trade ends with a tick.
  const entry = cents[step + 1] as number
  const exit = cents[step + 1 + (duration * 1_000) / STEP_MS] as number
  if (Math.abs(entry - seen) * 200 > seen) {
    return { result: 'void', entry: 0, exit: 0, profitLoss: 0, finalAmount: stakeCents / 100 }
  }
  const ratio = (TERMS.find(([seconds]) => seconds === duration) as (typeof TERMS)[number])[1]
  const up = Math.sign(exit - entry)
  const sign = side === 'long' ? up : -up
  // In hundredths of a cent, so that percentages are whole numbers.
  const change = sign * stakeCents * ratio
  return {
    result: ['loss', 'tie', 'win'][sign + 1],
    entry: entry / 100,
    exit: exit / 100,
    profitLoss: change / 10_000,
    finalAmount: (stakeCents * 100 + change) / 10_000,
  }
}

const seen = (trade: FuturesTrade) => ({
  result: trade.result,
  entry: Number(trade.entry_price),
  exit: Number(trade.exit_price),
  profitLoss: Number(trade.profit_loss),
  finalAmount: Number(trade.final_amount),
})

test('500 trades on real prices match a plain computation over the file', async () => {
  const cents = centsOfFile()
  const planned = plan(cents.length)
  let user = await newFuturesTrader(testApp, '200000')
  const opened: { trade: FuturesTrade; from: Planned }[] = []
  for (let step = 0; step < cents.length; step += 1) {
    clock.nowMs = startedAtMs + step * STEP_MS
    await recordStep()
    // A trade that is due is decided by this tick and must not wait for the next.
    await settleDueTrades(server.services)
    if (step % 200 === 0) user = await renewed(server, user)
    for (const from of planned.filter((one) => one.step === step)) {
      clock.nowMs = startedAtMs + step * STEP_MS + from.afterMs
      const { side, duration, stakeCents } = from
      const amount = (stakeCents / 100).toFixed(2)
      const { body } = await submit(user, { side, duration, amount })
      opened.push({ trade: body.trade, from })
    }
  }
  expect(opened).toHaveLength(TRADES)

  const person = await renewed(server, user)
  await until(async () => (await tradesOf(person, { state: 'running' })).length === 0)
  const ended = new Map<string, FuturesTrade>()
  let before: string | undefined
  do {
    const page = await tradesOf(person, { state: 'closed', ...(before ? { before } : {}) })
    for (const trade of page) ended.set(trade.id, trade)
    before = page.at(-1)?.id
  } while (before)
  for (const { trade, from } of opened) {
    const end = ended.get(trade.id)
    expect(end && seen(end), `trade ${trade.id}`).toEqual(expectedOf(cents, from))
  }

  const results = [...ended.values()].map(({ result }) => result)
  expect(new Set(results)).toEqual(new Set(['win', 'loss', 'void']))
  const sum = opened.reduce((total, { from }) => total + expectedOf(cents, from).profitLoss, 0)
  const [available] = ((await holdings(testApp, user)).USDT ?? '').split(' ')
  expect(Number(available)).toBeCloseTo(200_000 + sum, 6)
  await expectSoundLedger(testApp)
}, 600_000)

test('the file covers four hours', () => {
  expect(centsOfFile().length * STEP_MS * SPEED).toBe(240 * MINUTE_MS)
})
