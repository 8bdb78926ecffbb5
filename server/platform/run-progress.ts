import type { Pool } from 'pg'
import type { Clock } from './clock.ts'

type Queryable = Pick<Pool, 'query'>

/** The progress of a run, as its process last reported it. */
export interface RunProgress<Step extends string = string> {
  readonly step: Step
  readonly done: number
  readonly total: number
  readonly seenAt: Date
}

/** Reported while a run is in progress. */
export type ReportProgress<Step extends string> = (step: Step, done: number, total: number) => void

interface Needs {
  readonly pool: Queryable
  readonly clock: Clock
  /** A run continues even if its progress cannot be reported. */
  readonly onFault: (error: unknown) => void
}

const HEARTBEAT_MS = 500

// Named after the first kind of run. Renaming it would need a view for servers of the previous release
// and a second migration that drops the view, for a name that only this file uses.
const TABLE = 'reconciliation_progress'

/** Reports how far a run has come, and that its process is alive, until the run ends. */
export async function withProgress<Step extends string, T>(
  { pool, clock, onFault }: Needs,
  { runId, first }: { runId: string; first: Step },
  run: (report: ReportProgress<Step>) => Promise<T>,
): Promise<T> {
  let progress: Omit<RunProgress<Step>, 'seenAt'> = { step: first, done: 0, total: 0 }
  const beat = () =>
    saveProgress(pool, runId, { ...progress, seenAt: new Date(clock.now()) }).catch(onFault)
  await beat()
  const heart = setInterval(beat, HEARTBEAT_MS)
  try {
    return await run((step, done, total) => {
      progress = { step, done, total }
    })
  } finally {
    clearInterval(heart)
    await endProgress(pool, runId)
  }
}

export async function readProgress<Step extends string>(
  db: Queryable,
  runId: string,
): Promise<RunProgress<Step> | undefined> {
  const { rows } = await db.query<RunProgress<Step>>({
    name: 'progress of a run',
    text: `select step, done::float8, total::float8, seen_at as "seenAt"
           from ${TABLE} where run_id = $1`,
    values: [runId],
  })
  return rows[0]
}

async function saveProgress(
  db: Queryable,
  runId: string,
  { step, done, total, seenAt }: RunProgress,
): Promise<void> {
  await db.query({
    name: 'save progress of a run',
    text: `
      insert into ${TABLE} (run_id, step, done, total, seen_at)
      values ($1, $2, $3, $4, $5)
      on conflict (run_id) do update
      set step = excluded.step, done = excluded.done, total = excluded.total,
          seen_at = excluded.seen_at`,
    values: [runId, step, done, total, seenAt],
  })
}

/** A run that has ended, or whose process has ended, has no progress. */
async function endProgress(db: Queryable, runId: string): Promise<void> {
  await db.query(
    `delete from ${TABLE}
     where run_id = $1 or seen_at < clock_timestamp() - interval '1 day'`,
    [runId],
  )
}
