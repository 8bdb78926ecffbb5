import type pg from 'pg'
import { withBenchLog } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { fillLog } from '#scripts/bench/fill-log.ts'
import { judge, show } from '#scripts/bench/judge.ts'
import { depositLoad, insertLoad, newcomerLoad, orderLoad } from '#scripts/bench/log-loads.ts'
import { measure, median, type Rate } from '#scripts/bench/measure.ts'
import { peerLoad } from '#scripts/bench/peer-load.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import type { EventLog } from '#server/events/log.ts'
import { FEATURES } from '#server/features/index.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { projectionFollowers } from '#server/projections/runner.ts'

const RUN_S = 2
/** The share of commands whose account may have no balance yet. */
const NEWCOMERS_SHARE = 0.1
const REBUILD_EVENTS = 1_000_000
const REBUILD_S_MOST: Readonly<Record<string, number>> = { balance: 1.7, journal: 5 }

/**
 * The event log against the limit of its own PostgreSQL, with default durability.
 *
 * Limit and log alternate in short runs, so that other load on the machine affects both. The ratio
 * is the median over all rounds.
 */
export async function benchLog({ rounds }: Pick<BenchOptions, 'rounds'>): Promise<void> {
  await withBenchLog(async ({ url, pool, log }) => {
    const { rows } = await pool.query('show server_version')
    console.log(
      `\nEvent log on PostgreSQL ${rows[0].server_version}, ${rounds} rounds of ${RUN_S} s`,
    )
    await benchAppends(url, log, rounds)
    await benchReaders(pool)
  })
}

async function benchAppends(url: string, log: EventLog, rounds: number): Promise<void> {
  const insert = await insertLoad(url, 32)
  const peer = await peerLoad(url, 32)
  const loads = {
    insert: insert.load,
    peer: peer.load,
    append: await orderLoad(log, 128),
    known: await newcomerLoad(log, 0),
    newcomers: await newcomerLoad(log, NEWCOMERS_SHARE),
    hot: depositLoad(log, 'hot'),
    spread: depositLoad(log, 'spread'),
  }
  type Name = `${keyof typeof loads} ${number}`
  const plan: Name[] = ['insert 1', 'append 1', 'insert 8', 'append 8', 'insert 32', 'append 32']
  plan.push('append 128', 'peer 1', 'peer 8', 'peer 32')
  plan.push('known 8', 'newcomers 8', 'known 32', 'newcomers 32', 'spread 32', 'hot 32')
  const run = (name: Name, seconds: number) => {
    const [load, clients] = name.split(' ') as [keyof typeof loads, string]
    return measure(Number(clients), seconds, loads[load])
  }
  for (const name of plan) await run(name, 0.5)

  const rates = new Map<Name, Rate[]>(plan.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of plan) rates.get(name)?.push(await run(name, RUN_S))
  }
  await insert.close()
  await peer.close()
  for (const name of plan) console.log(`  ${name.padEnd(12)} ${describe(rates.get(name) ?? [])}`)
  const ratio = (left: Name, right: Name, of: keyof Rate = 'perSecond') =>
    median((rates.get(left) ?? []).map((rate, round) => rate[of] / at(rates.get(right), round, of)))
  judge('append against insert, 1 client', ratio('append 1', 'insert 1'), { least: 0.47 })
  judge('append against insert, 8 clients', ratio('append 8', 'insert 8'), { least: 0.65 })
  judge('append against insert, 32 clients', ratio('append 32', 'insert 32'), { least: 0.82 })
  judge('128 appending against 32 inserting', ratio('append 128', 'insert 32'), { least: 1.25 })
  judge('p99 at 8 clients against the limit', ratio('append 8', 'insert 8', 'p99'), { most: 2 })
  judge('one hot house account against many', ratio('hot 32', 'spread 32'), { least: 0.95 })
  for (const clients of [8, 32]) {
    const rate = ratio(`newcomers ${clients}`, `known ${clients}`)
    judge(`a tenth first movements against none, ${clients} clients`, rate, { least: 0.9 })
  }
  for (const clients of [1, 8, 32]) {
    show(`append against Emmett, ${clients} clients`, ratio(`append ${clients}`, `peer ${clients}`))
  }
}

async function benchReaders(pool: pg.Pool): Promise<void> {
  await fillLog(pool, REBUILD_EVENTS)
  await pool.query('delete from checkpoint')
  for (const follower of projectionFollowers(FEATURES.projections)) {
    await registerFollower(pool, follower)
    const seconds = await timed(async () => {
      while ((await stepFollower(pool, follower, FEATURES.catalog)) === 'ahead') {}
    })
    const perSecond = REBUILD_EVENTS / seconds
    // A statement line for every posting is a different amount of work: shown, not compared.
    if (follower.name === 'journal') show(`catch-up of ${follower.name}, events/s`, perSecond)
    else judge(`catch-up of ${follower.name}, events/s`, perSecond, { least: 200_000 })
  }
  for (const projection of FEATURES.projections) {
    const seconds = await timed(() => rebuild(pool, projection, () => {}))
    const what = `rebuild of ${projection.name} from 1,000,000 events, s`
    judge(what, seconds, { most: REBUILD_S_MOST[projection.name] ?? 2.5 })
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}

function at(rates: readonly Rate[] | undefined, round: number, of: keyof Rate): number {
  return rates?.[round]?.[of] ?? Number.NaN
}

function describe(rates: readonly Rate[]): string {
  const middle = (of: keyof Rate) => median(rates.map((rate) => rate[of]))
  const perSecond = Math.round(middle('perSecond')).toLocaleString('en').padStart(7)
  return `${perSecond}/s   p50 ${middle('p50').toFixed(2)} ms   p99 ${middle('p99').toFixed(2)} ms`
}
