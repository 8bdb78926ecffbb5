import pg from 'pg'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { type BenchServer, withBenchServer } from '#scripts/bench/bench-server.ts'
import { judge } from '#scripts/bench/judge.ts'
import { insertLoad, orderLoad } from '#scripts/bench/log-loads.ts'
import { measure } from '#scripts/bench/measure.ts'
import { makeStaff, type StaffMember } from '#scripts/bench/users.ts'
import { type Filled, fillPlatform, timed } from '#scripts/bench-back-office/fill-platform.ts'
import { EVENTS_PER_USER } from '#scripts/bench-back-office/load-world.ts'
import { measureProbe, probesWithSamples } from '#scripts/bench-back-office/measure-probe.ts'
import { FEATURES } from '#server/features/index.ts'
import { openSession } from '#server/identity/open-session.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import type { Services } from '#server/services.ts'

const CLIENTS = 8
const APPEND_S = 5
const BYTES_MOST = 1_400
/** The tables that grow with the log, by the names under which they are shown. */
const TABLES = ['event', 'document', 'audit_line', 'journal', 'listed', 'balance']

/** By name with unit, in the order in which they are shown. */
type Figures = Map<string, number>

interface Prepared {
  readonly staff: readonly StaffMember[]
  readonly filled: Filled
  readonly bytes: Figures
}

/**
 * How the platform grows with its log: the same customer history in several sizes, each on an empty
 * database, loaded with the checks of every append and verified.
 */
export async function benchSize({ events }: Pick<BenchOptions, 'events'>): Promise<void> {
  const columns: Figures[] = []
  for (const count of events) {
    console.log(`\nA log of ${count.toLocaleString('en')} events`)
    columns.push(await figuresOf(count))
  }
  console.log(`\n  ${''.padEnd(44)}${events.map((each) => shown(each)).join('')}`)
  for (const name of columns[0]?.keys() ?? []) {
    const values = columns.map((figures) => shown(figures.get(name) ?? Number.NaN))
    console.log(`  ${name.padEnd(44)}${values.join('')}`)
  }
  const largest = columns.at(-1)?.get(BYTES_IN_ALL) ?? Number.NaN
  judge('bytes per event in the largest log', largest, { most: BYTES_MOST })
}

async function figuresOf(events: number): Promise<Figures> {
  const figures: Figures = new Map()
  const prepare = async (services: Services): Promise<Prepared> => {
    const staff = await makeStaff(services)
    const filled = await fillPlatform(services, staff, Math.ceil(events / EVENTS_PER_USER))
    return { staff, filled, bytes: await bytesPerEvent(services.pool, filled.events) }
  }
  await withBenchServer(prepare, async (server) => {
    const { filled, bytes } = server.prepared
    for (const [name, value] of bytes) figures.set(name, value)
    figures.set('loading, events/s', filled.events / filled.loadSeconds)
    figures.set('full verification, events/s', filled.events / filled.checkSeconds)
    figures.set('start of a server, ms', server.startMs)
    await measureLists(server, figures)
    await measureAppends(server.services, figures)
    await measureRebuilds(server.services, figures)
  })
  return figures
}

const BYTES_IN_ALL = 'bytes per event in all'

async function bytesPerEvent(pool: pg.Pool, events: number): Promise<Figures> {
  const { rows } = await pool.query<{ name: string; rows: string; indexes: string }>(
    `select name, pg_table_size(name::regclass) as rows, pg_indexes_size(name::regclass) as indexes
     from unnest($1::text[]) with ordinality as t (name, place) order by place`,
    [TABLES],
  )
  const sum = rows.reduce((bytes, row) => bytes + Number(row.rows) + Number(row.indexes), 0)
  return new Map([
    [BYTES_IN_ALL, sum / events],
    ...rows.flatMap((row): [string, number][] => [
      [`  ${row.name}`, Number(row.rows) / events],
      [`  ${row.name}, indexes`, Number(row.indexes) / events],
    ]),
  ])
}

/** Measures every list and search of staff; those of one user's history separately, by name. */
async function measureLists(server: BenchServer<Prepared>, figures: Figures): Promise<void> {
  const { port, services, prepared } = server
  const { pool, clock, identity } = services
  const userId = prepared.staff[0]?.userId ?? ''
  let slowest = 0
  for (const probe of await probesWithSamples(pool, { staff: userId, nowMs: clock.now() })) {
    const { accessToken } = await openSession(identity, userId, { userAgent: 'bench' })
    const { name, p95, failed } = await measureProbe(probe, { port, accessToken })
    if (failed !== undefined) throw new Error(`${name}: ${failed}`)
    slowest = Math.max(slowest, p95)
    if (NAMED.includes(name)) figures.set(`${name}, p95 ms`, p95)
  }
  figures.set('slowest list of staff, p95 ms', slowest)
}

const NAMED = ["a user's activity", "a user's balances at a moment", 'reviews oldest']

/** While the followers of the running server work, as in production. */
async function measureAppends({ databaseUrl, log }: Services, figures: Figures): Promise<void> {
  const insert = await insertLoad(databaseUrl, CLIENTS)
  const load = await orderLoad(log, CLIENTS)
  await measure(CLIENTS, 1, insert.load)
  await measure(CLIENTS, 1, load)
  const limit = await measure(CLIENTS, APPEND_S, insert.load)
  const append = await measure(CLIENTS, APPEND_S, load)
  await insert.close()
  figures.set(`appends/s of ${CLIENTS} clients`, append.perSecond)
  figures.set(`appends, p99 ms`, append.p99)
  figures.set('appends against bare inserts', append.perSecond / limit.perSecond)
}

async function measureRebuilds({ databaseUrl }: Services, figures: Figures): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    for (const projection of FEATURES.projections) {
      const [, seconds] = await timed(() => rebuild(pool, projection, () => {}))
      figures.set(`rebuild of ${projection.name}, s`, seconds)
    }
  } finally {
    await pool.end()
  }
}

function shown(value: number): string {
  const text = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
  return text.padStart(14)
}
