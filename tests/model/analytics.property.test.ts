import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { dailyFigures } from '#server/projections/daily-figures.ts'
import { openLiabilities } from '#server/projections/open-liabilities.ts'
import type { Projection } from '#server/projections/projection.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { reviewTimes } from '#server/projections/review-times.ts'
import { readDailyFigures } from '#server/queries/daily-figures.ts'
import { readOpenLiabilities } from '#server/queries/open-liabilities.ts'
import { readReviewTimes } from '#server/queries/review-times.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { MONEY_FEATURES } from './features.ts'
import { FoldedLog } from './folded-log.ts'
import { percentile, plainFigures, plainLiabilities, plainWaits } from './plain-figures.ts'
import { anySteps, runStep, type Step } from './steps.ts'
import { USERS, World } from './world.ts'

const SEED = Number(process.env.MODEL_SEED ?? 20_260_322)
// The more features there are, the rarer is each kind of event in a run.
const RUNS = 10 * Object.keys(MONEY_FEATURES).length
const PROJECTIONS = [dailyFigures, openLiabilities, reviewTimes(FEATURES.decided)]

/** The kinds of figures seen, to check that the runs cover all of them. */
const seen = new Set<string>()

const { pool } = await openTestDatabase()

const FUNDS: readonly Step[] = USERS.map((_, user) => ({
  act: 'adjustments.adjust',
  with: { user, symbol: 'USDT', isCredit: true, amount: { exactly: '2000000' } },
}))

async function play(steps: readonly Step[]): Promise<FoldedLog['events']> {
  const log = new FoldedLog()
  const world = new World(log.facts)
  for (const step of [...FUNDS, ...steps]) await runStep(world, log, step)
  return log.events
}

async function write(events: FoldedLog['events']): Promise<void> {
  for (const event of events) {
    const { position, stream, version, key, requestHash, type, data, metadata, hash } = event
    await pool.query(
      `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                          metadata, hash, debits, credits, amounts)
       values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $12)`,
      [
        ...[position, stream, version, key, requestHash, type],
        ...[JSON.stringify(data), JSON.stringify(metadata), hash],
        event.transfers.map(({ debit }) => debit),
        event.transfers.map(({ credit }) => credit),
        event.transfers.map(({ amount }) => amount),
      ],
    )
  }
}

/** Advances like a follower, in consecutive ranges. */
async function follow(projection: Projection, ends: readonly number[], head: number) {
  const client = await pool.connect()
  let after = 0n
  for (const end of [...new Set([...ends, head])].filter((each) => each <= head)) {
    await projection.advance(client, projection.table, { after, upTo: BigInt(end) })
    after = BigInt(end)
  }
  client.release()
}

/** The rows sorted by all columns, because review times may differ only in the last one. */
const contentOf = async ({ table }: Projection) =>
  (await pool.query(`select * from ${table} as each order by each.*`)).rows

/** Shifts times like servers with different clocks: a later event may carry an earlier time. */
function shifted(events: FoldedLog['events'], minutes: readonly number[]): FoldedLog['events'] {
  return events.map((event, index) => {
    const shiftMs = (minutes[index % minutes.length] ?? 0) * MINUTE_MS
    const at = instantOf(Date.parse(event.metadata.at) - shiftMs)
    return { ...event, metadata: { ...event.metadata, at } }
  })
}

test('dashboard figures equal a plain sum over the log, live and after a rebuild', async () => {
  const ends = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 6 })
  const minutes = fc.array(fc.constantFrom(0, 0, 1, 90, 3_000), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      anySteps({ minLength: 20, maxLength: 80 }),
      ends,
      minutes,
      async (steps, unsorted, shift) => {
        await pool.query('truncate event, daily_figure, open_liability, review_time, checkpoint')
        const events = shifted(await play(steps), shift)
        await write(events)
        const sorted = unsorted.toSorted((a, b) => a - b)
        for (const each of PROJECTIONS) await follow(each, sorted, events.length)
        await expectPlain(events)
        const live = await Promise.all(PROJECTIONS.map(contentOf))
        for (const each of PROJECTIONS) await rebuild(pool, each, () => {})
        expect(await Promise.all(PROJECTIONS.map(contentOf))).toEqual(live)
      },
    ),
    { numRuns: RUNS, seed: SEED },
  )
})

test('the runs cover every kind of figure', () => {
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...['deposit', 'spot', 'futures', 'conversion'],
      ...['available', 'frozen', 'interest', 'payout', 'loan'],
      ...['spot-order', 'deposit', 'withdrawal', 'loan'],
    ]),
  )
})

async function expectPlain(events: FoldedLog['events']): Promise<void> {
  const daily = plainFigures(events)
  const owed = plainLiabilities(events)
  const waits = plainWaits(events)
  for (const name of [...daily.keys(), ...owed.keys(), ...waits.keys()]) {
    for (const word of name.split(' ')) seen.add(word)
  }
  const figures = await pool.query(
    `select day::text, figure, symbol, count, amount from daily_figure`,
  )
  expect(
    new Map(
      figures.rows.map(({ day, figure, symbol, count, amount }) => [
        `${day} ${figure} ${symbol}`,
        { count: Number(count), amount: BigInt(amount) },
      ]),
    ),
  ).toEqual(daily)
  const read = await readDailyFigures(pool, '2020-01-01')
  expect(read).toHaveLength(daily.size)

  const liabilities = await readOpenLiabilities(pool)
  expect(
    new Map(liabilities.map(({ part, symbol, amount }) => [`${part} ${symbol}`, amount])),
  ).toEqual(owed)

  const times = await readReviewTimes(pool, 'day', '2020-01-01')
  const days = times.filter(({ start }) => start !== null)
  expect(
    new Map(days.map(({ kind, start, ...time }) => [`${kind} ${start}`, time] as const)),
  ).toEqual(new Map([...waits].map(([name, each]) => [name, timesOf(each)] as const)))
  for (const { kind, start, ...all } of times.filter((each) => each.start === null)) {
    const own = [...waits].filter(([name]) => name.startsWith(`${kind} `))
    expect({ start, ...all }).toEqual({ start: null, ...timesOf(own.flatMap(([, each]) => each)) })
  }
}

function timesOf(each: readonly number[]) {
  return { count: each.length, median: percentile(each, 50), p95: percentile(each, 95) }
}
