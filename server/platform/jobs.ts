import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  type Task as QueueTask,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type * as z from 'zod/mini'
import { clockFault } from './clock.ts'
import { queuePool } from './queue-pool.ts'
import { repeatedFaults } from './repeated-faults.ts'
import { keepPresence } from './worker-presence.ts'

/**
 * Durable jobs in PostgreSQL. A job is added in the transaction that makes it necessary (a
 * handler's, or that of a follower's checkpoint), so none is lost and none is added twice.
 *
 * All server processes run jobs. A job has one worker at a time and is retried with growing pauses
 * if it throws. A handler may therefore run twice, and must be idempotent.
 */
export interface Task<Payload> {
  /** Dotted, area first: "identity.sign-up". Stored in the database: never rename one. */
  readonly name: string
  readonly payload: z.ZodMiniType<Payload>
  readonly queue: Queue
  /** The payload contains personal data that must be deleted with the person. */
  readonly isPersonal: boolean
}

/** A flag of jobs whose payload is personal. Stored in the database. */
export const PERSONAL = 'personal'

/** Prefix of the key of a timer's job. Stored in the database. */
export const TIMER_KEY = 'timer '

/**
 * Jobs at once in each queue of one process. A queue has its own workers: unresponsive push
 * services and mail servers, and runs over the whole log ("long"), delay neither each other nor
 * money and timers ("main").
 */
const WORKERS = { main: 2, long: 1, mail: 2, push: 4 } as const

type Queue = keyof typeof WORKERS

export interface TaskHandler {
  readonly name: string
  readonly queue: Queue
  readonly run: (payload: unknown) => Promise<void>
}

/** A fault that a retry cannot fix: the job of a task that throws it is given up immediately. */
export class LastingFault extends Error {}

/** A task that starts on a schedule, in one process at a time. */
export interface ScheduledTask {
  readonly name: string
  /** Minute, hour, day, month, weekday (UTC), as in a crontab. */
  readonly at: string
  /** Default: main. A task that takes more than seconds belongs in "long". */
  readonly queue?: Queue
  /**
   * Once started, it does not start again before its next time, even if it fails or its process is
   * killed.
   */
  readonly startsOnce?: boolean
  readonly run: () => Promise<void>
}

export interface Jobs {
  /** Lets running jobs finish and accepts no more. */
  stop(): Promise<void>
}

export function defineTask<Payload>(
  name: string,
  payload: z.ZodMiniType<Payload>,
  queue: Queue = 'main',
  { isPersonal = false } = {},
): Task<Payload> {
  return { name, payload, queue, isPersonal }
}

export function handleTask<Payload>(
  task: Task<Payload>,
  handle: (payload: Payload) => Promise<void>,
): TaskHandler {
  const { name, queue } = task
  return { name, queue, run: (payload) => handle(task.payload.parse(payload)) }
}

interface JobOptions {
  /** The job does not run before this time. */
  readonly runAt?: Date
  /** At most one job waits under a key; a second one replaces it. */
  readonly key?: string
  /** Jobs with the same name run one at a time. There must be few names: each is a row. */
  readonly oneAtATime?: string
}

/** Adds a job; it exists if and only if the transaction commits. */
export async function addJob<Payload>(
  transaction: Pick<PoolClient, 'query'>,
  task: Task<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  await addJobs(transaction, task, [{ payload, ...options }])
}

/** Adds jobs in one statement: one per job would cost a follower more than all of its reads. */
export async function addJobs<Payload>(
  transaction: Pick<PoolClient, 'query'>,
  task: Task<Payload>,
  jobs: readonly ({ readonly payload: Payload } & JobOptions)[],
): Promise<void> {
  if (jobs.length === 0) return
  await transaction.query(ADD_JOBS, [
    task.name,
    jobs.map(({ payload }) => JSON.stringify(payload)),
    jobs.map(({ runAt }) => runAt ?? null),
    jobs.map(({ key }) => key ?? null),
    jobs.map(({ oneAtATime }) => oneAtATime ?? null),
    task.isPersonal ? [PERSONAL] : null,
  ])
}

// The queue inserts them in any order and runs them in that of their times: each is a microsecond
// later than the previous one.
const ADD_JOBS = `
  select count(*) from graphile_worker.add_jobs((
    select array_agg(
      row($1, payload, queue, coalesce(run_at, now()) + place * interval '1 microsecond', null, key,
        null, $6::text[])::graphile_worker.job_spec order by place)
    from unnest($2::json[], $3::timestamptz[], $4::text[], $5::text[])
         with ordinality as job (payload, run_at, key, queue, place)))`

/** Migrates the queue's own tables. Safe when several servers start at once. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
}

export async function startJobs(
  pool: Pool,
  log: FastifyBaseLogger,
  handlers: readonly TaskHandler[],
  schedule: readonly ScheduledTask[] = [],
): Promise<Jobs> {
  const workers: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => workers.push(workerPool.id))
  const timers = schedule.map(({ queue = 'main', ...task }) => ({
    ...task,
    queue,
    run: (_: unknown, jobId: string) => runOnTime(pool, jobId, task),
  }))
  const runners = await Promise.all(
    Object.entries(WORKERS).map(([queue, concurrency]) => {
      const timersHere = timers.filter((task) => task.queue === queue)
      const tasks: StartedTask[] = [
        ...handlers.filter((task) => task.queue === queue),
        ...timersHere,
      ]
      return run({
        pgPool: queuePool(pool),
        events,
        concurrency,
        noHandleSignals: true,
        pollInterval: 2_000,
        logger: loggerFor(log),
        taskList: Object.fromEntries(
          tasks.map(({ name, run: handle }): [string, QueueTask] => [
            name,
            (payload, { job }) => giveUpIfLasting(pool, job.id, () => handle(payload, job.id)),
          ]),
        ),
        parsedCronItems: parseCronItems(
          // A job that fails is retried until the next job of its timer replaces it.
          timersHere.map(({ name, at }) => ({
            task: name,
            match: at,
            options: { jobKey: `${TIMER_KEY}${name}`, jobKeyMode: 'replace' },
          })),
        ),
      })
    }),
  )
  const presence = keepPresence(pool, workers, (error) =>
    repeatedFaults(log).warn('workers', { err: error }, 'workers'),
  )
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await presence.stop()
    },
  }
}

interface StartedTask extends Pick<TaskHandler, 'name'> {
  readonly run: (payload: unknown, jobId: string) => Promise<void>
}

async function giveUpIfLasting(
  pool: Pool,
  jobId: string,
  handle: () => Promise<void>,
): Promise<void> {
  try {
    await handle()
  } catch (error) {
    // The queue then records the error as it does after the last attempt.
    if (error instanceof LastingFault) await pool.query(THIS_TRY_IS_THE_LAST, [jobId])
    throw error
  }
}

const THIS_TRY_IS_THE_LAST =
  'update graphile_worker._private_jobs set max_attempts = attempts where id = $1'

/** A server whose clock is wrong leaves timers to the others. */
async function runOnTime(
  pool: Pool,
  jobId: string,
  { run, startsOnce = false }: Pick<ScheduledTask, 'run' | 'startsOnce'>,
): Promise<void> {
  const fault = await clockFault(pool)
  if (fault) throw new Error(fault)
  if (startsOnce) await pool.query(THIS_TRY_IS_THE_LAST, [jobId])
  await run()
}

function loggerFor(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message) => {
    const details = { task: scope.taskIdentifier, job: scope.jobId }
    // Routine messages of the queue are logged at debug level.
    if (level === 'error') log.error(details, message)
    else if (level === 'warning') log.warn(details, message)
    else log.debug(details, message)
  })
}
