import type { Pool } from 'pg'
import { PERSONAL, type ScheduledTask, TIMER_KEY } from './jobs.ts'
import { inTransaction } from './transaction.ts'

/**
 * How long staff can see that a job was given up. Its time is that of the next attempt, which is
 * not made.
 */
const SHOWN = '7 days'

const IS_GIVEN_UP = 'job.attempts >= job.max_attempts and job.locked_at is null'

/**
 * Every minute: removes personal data from jobs that were given up, and deletes those that staff
 * have had time to see. The library would keep them for ever.
 *
 * Source: docs/decisions/0267-given-up-jobs-forget-whom-they-were-about.md
 */
export function jobSweep({ pool }: { readonly pool: Pool }): ScheduledTask {
  return {
    name: 'jobs.sweep',
    at: '* * * * *',
    run: async () => {
      await pool.query(FORGET)
      await pool.query(DELETE)
      await deleteUnusedNames(pool)
    },
  }
}

// The error may quote the payload: mail servers name the mailbox that they reject.
const FORGET = `
  update graphile_worker._private_jobs as job
  set payload = '{}', last_error = 'removed with what the job said of a person'
  where ${IS_GIVEN_UP} and job.flags ? '${PERSONAL}' and job.payload::text <> '{}'`

// A job that another has replaced was not given up: a timer's job, or one whose process was killed.
const DELETE = `
  delete from graphile_worker._private_jobs as job
  using graphile_worker._private_tasks as task
  where task.id = job.task_id and ${IS_GIVEN_UP}
    and (job.run_at < now() - interval '${SHOWN}' or job.last_error is null
         or (job.key is null and exists (
               select from graphile_worker._private_jobs as next
               where next.key = '${TIMER_KEY}' || task.identifier)))`

/** More names of `oneAtATime` than this slow down every look for a job. */
const NAMES_MAX = 1_000
const NAMES_AT_ONCE = 20_000

/** The library keeps every name ever used. Earlier releases used one for each user. */
async function deleteUnusedNames(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ names: number }>(COUNT_NAMES)
  if ((rows[0]?.names ?? 0) <= NAMES_MAX) return
  await inTransaction(pool, async (transaction) => {
    // A job that is being added may refer to a name that no job uses yet. It would never run.
    await transaction.query(`
      set local lock_timeout = '2s';
      lock table graphile_worker._private_jobs in share mode`)
    await transaction.query(DELETE_NAMES)
  })
}

const COUNT_NAMES = `
  select count(*)::int as names
  from (select from graphile_worker._private_job_queues limit ${NAMES_MAX + 1}) as name`

const DELETE_NAMES = `
  delete from graphile_worker._private_job_queues
  where id in (
    select id from graphile_worker._private_job_queues as name
    where locked_at is null and not exists (
      select from graphile_worker._private_jobs as job where job.job_queue_id = name.id)
    limit ${NAMES_AT_ONCE} for update skip locked)`

/** Jobs that are running, or are due and will be attempted. */
export async function countWaitingJobs(pool: Pool): Promise<number> {
  return count(pool, `job.run_at <= now() and not (${IS_GIVEN_UP})`)
}

/** Jobs whose last attempt has failed, while staff can see them. */
export async function countGivenUpJobs(pool: Pool): Promise<number> {
  return count(pool, IS_GIVEN_UP)
}

async function count(pool: Pool, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs as job where ${condition}`,
  )
  return rows[0]?.count ?? 0
}

/** Failed attempts within about ten minutes, after which most faults are over. */
const FAILING_TRIES = 6

const IN_TROUBLE = `
  select name, state, count(*)::int as jobs
  from (
    select task_identifier as name,
      case when ${IS_GIVEN_UP} then 'given up'
           when key = '${TIMER_KEY}' || task_identifier then 'timer'
           when attempts >= ${FAILING_TRIES} then 'failing' end as state
    from graphile_worker.jobs as job where last_error is not null) as job
  where state is not null
  group by name, state order by name, state`

interface Trouble {
  readonly name: string
  readonly state: 'given up' | 'timer' | 'failing'
  readonly jobs: number
}

/** Warnings for staff: jobs that were given up or keep failing, and timers that fail. */
export async function jobWarnings(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Trouble>(IN_TROUBLE)
  return rows.map(warningOf)
}

function warningOf({ name, state, jobs }: Trouble): string {
  if (state === 'timer') return `the timer ${name} fails and is retried`
  const what = state === 'given up' ? 'were given up' : 'fail and are retried'
  return `jobs of the task ${name} that ${what}: ${jobs}`
}
