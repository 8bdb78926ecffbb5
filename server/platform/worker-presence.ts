import type { Pool, PoolClient } from 'pg'
import { pause } from '#server/events/pause.ts'
import { SECOND_MS } from '#shared/time.ts'

const SWEEP_EVERY_MS = 30 * SECOND_MS
const RECONNECT_MS = SECOND_MS

/** The advisory lock of a worker, which is released when its connection ends. */
const lockOf = (id: string) => `hashtextextended('worker ' || ${id}, 0)`

// A worker that has just started, or lost its connection, may not hold its lock yet.
const FREE_ABANDONED = `
  with worker as materialized (
    select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - interval '10 s' and locked_by <> all ($1)),
  gone as materialized (
    select id from worker where pg_try_advisory_xact_lock(${lockOf('id')}))
  select graphile_worker.force_unlock_workers(array_agg(id)) from gone having count(*) > 0`

export interface WorkerPresence {
  stop(): Promise<void>
}

/**
 * Shows other processes that these workers are alive, and frees the jobs of dead workers. Left to
 * the queue, a job of a process that was killed would wait four hours.
 */
export function keepPresence(
  pool: Pool,
  workers: readonly string[],
  onFault: (error: unknown) => void,
): WorkerPresence {
  const ending = new AbortController()
  const running = run(pool, workers, { signal: ending.signal, onFault })
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

async function run(
  pool: Pool,
  workers: readonly string[],
  { signal, onFault }: { signal: AbortSignal; onFault: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await holdLocks(pool, workers, signal)
    } catch (error) {
      onFault(error)
      await pause(RECONNECT_MS, signal)
    }
  }
}

/** Holds the locks and sweeps until the signal aborts or the connection is lost. */
async function holdLocks(
  pool: Pool,
  workers: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const client = await pool.connect()
  const session = new AbortController()
  client.on('error', () => session.abort())
  client.on('end', () => session.abort())
  try {
    await client.query(`select pg_advisory_lock(${lockOf('id')}) from unnest($1::text[]) as id`, [
      workers,
    ])
    const either = AbortSignal.any([signal, session.signal])
    while (!either.aborted) {
      await freeAbandoned(client, workers)
      await pause(SWEEP_EVERY_MS, either)
    }
  } finally {
    // Destroys the connection, which releases the locks.
    client.release(true)
  }
}

async function freeAbandoned(client: PoolClient, workers: readonly string[]): Promise<void> {
  await client.query(FREE_ABANDONED, [workers])
}
