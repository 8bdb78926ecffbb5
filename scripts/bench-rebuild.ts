import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withBenchLog } from '#scripts/bench/bench-database.ts'
import { fillLog } from '#scripts/bench/fill-log.ts'
import { orderLoad } from '#scripts/bench/log-loads.ts'
import { percentiles } from '#scripts/bench/measure.ts'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import { FEATURES } from '#server/features/index.ts'
import { documents } from '#server/projections/document.ts'
import { rebuild } from '#server/projections/rebuild.ts'

const EVENTS = 1_000_000
const CLIENTS = 8
const PAUSE_MS = 5
const QUIET_MS = 5_000
const LONGEST_WAIT_MS = 200

// The log is filled with streams whose content no real stream of their kind has.
const REBUILT = [
  ...FEATURES.projections,
  documents([
    ...FEATURES.aggregates.filter(({ kind }) => kind !== 'deposit'),
    plain('deposit'),
    plain('funding'),
  ]),
]

/** How long appends wait while each projection is rebuilt from a million events. */
export async function benchRebuild(): Promise<void> {
  await withBenchLog(async ({ url, pool, log }) => {
    console.log(`\nAppends of ${CLIENTS} clients during rebuilds from ${EVENTS} events`)
    await fillLog(pool, EVENTS)
    const load = await orderLoad(log, CLIENTS)
    await measureWaits('nothing', load, () => sleep(QUIET_MS))
    for (const { name } of REBUILT) {
      await measureWaits(name, load, () => rebuildElsewhere(url, name))
    }
  })
}

function plain(kind: string): Aggregate<object, DomainEvent> {
  return {
    kind,
    events: {},
    initial: {},
    evolve: (state) => state,
    summarise: () => ({ status: 'open', waiting: false }),
  }
}

/** In a separate process, like `npm run rebuild`: folding in this one would delay the appends. */
async function rebuildElsewhere(url: string, name: string): Promise<void> {
  const [code] = await once(fork(import.meta.filename, [url, name]), 'exit')
  if (code !== 0) throw new Error(`the rebuild of ${name} ended with ${code}`)
}

async function rebuildHere(url: string, name: string): Promise<void> {
  const projection = REBUILT.find((candidate) => candidate.name === name)
  if (!projection) throw new Error(`there is no projection ${name}`)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await rebuild(pool, projection, () => {}).finally(() => pool.end())
}

async function measureWaits(
  name: string,
  load: (client: number) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const waits: number[] = []
  let isOver = false
  const client = async (_: unknown, index: number) => {
    while (!isOver) {
      const started = performance.now()
      await load(index)
      waits.push(performance.now() - started)
      await sleep(PAUSE_MS)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1_000
  isOver = true
  await clients
  const at = percentiles(waits)
  const [p99, longest] = [at(0.99), at(1)]
  const verdict = longest <= LONGEST_WAIT_MS ? 'met' : 'missed'
  console.log(
    `  ${name.padEnd(17)} ${seconds.toFixed(1).padStart(6)} s  ${String(waits.length).padStart(7)} appends` +
      `   p99 ${p99.toFixed(1).padStart(6)} ms   longest ${longest.toFixed(0).padStart(5)} ms` +
      `   at most ${LONGEST_WAIT_MS}: ${verdict}`,
  )
}

if (import.meta.main) {
  const [url, name] = process.argv.slice(2)
  await (url && name ? rebuildHere(url, name) : benchRebuild())
}
