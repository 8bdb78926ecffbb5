import type { Queryable } from './documents.ts'

/** How far a follower has come, and how many events are still before it. */
export interface FollowerStanding {
  readonly name: string
  readonly position: bigint
  readonly lag: number
}

/** Every follower with a checkpoint; the one furthest behind comes first. */
export async function readFollowers(
  db: Queryable,
): Promise<{ head: bigint; followers: FollowerStanding[] }> {
  const { rows } = await db.query<{ head: string; name: string | null; position: string | null }>({
    name: 'standing of followers',
    text: `
      select log.head, c.name, c.position
      from (select coalesce(max(position), 0) as head from event) as log
      left join checkpoint as c on true
      order by c.position, c.name`,
  })
  const head = BigInt(rows[0]?.head ?? 0)
  const followers = rows.flatMap(({ name, position }) =>
    name === null || position === null
      ? []
      : [{ name, position: BigInt(position), lag: Number(head - BigInt(position)) }],
  )
  return { head, followers }
}

/** How far a run has come: of the checks of the ledger, or of a publication of what is owed. */
export interface RunProgress<Step extends string = string> {
  readonly step: Step
  readonly done: number
  readonly total: number
  readonly seenAt: Date
}

export async function readProgress<Step extends string>(
  db: Queryable,
  runId: string,
): Promise<RunProgress<Step> | undefined> {
  const { rows } = await db.query<RunProgress<Step>>({
    name: 'progress of a run',
    text: `select step, done::float8, total::float8, seen_at as "seenAt"
           from reconciliation_progress where run_id = $1`,
    values: [runId],
  })
  return rows[0]
}

/** Says how far a run has come, and that its process lives. */
export async function tellProgress(
  db: Queryable,
  runId: string,
  { step, done, total, seenAt }: RunProgress,
): Promise<void> {
  await db.query({
    name: 'tell progress of a run',
    text: `
      insert into reconciliation_progress (run_id, step, done, total, seen_at)
      values ($1, $2, $3, $4, $5)
      on conflict (run_id) do update
      set step = excluded.step, done = excluded.done, total = excluded.total,
          seen_at = excluded.seen_at`,
    values: [runId, step, done, total, seenAt],
  })
}

/** A run that is over needs no progress, and neither does one that ended with its process. */
export async function endProgress(db: Queryable, runId: string): Promise<void> {
  await db.query(
    `delete from reconciliation_progress
     where run_id = $1 or seen_at < clock_timestamp() - interval '1 day'`,
    [runId],
  )
}
