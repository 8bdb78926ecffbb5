import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { Relay } from '#scripts/drill/relay.ts'
import { BACKGROUND_BOUNDS } from '#server/events/connection.ts'
import { backupDrillSchedule } from '#server/features/backup-drills/drills.ts'
import { liabilityTasks } from '#server/features/liabilities/runs.ts'
import { turnOf } from '#server/features/push/delivery.ts'
import { reconciliationTasks } from '#server/features/reconciliation/runs.ts'
import { jobSweep, jobWarnings } from '#server/platform/given-up-jobs.ts'
import {
  addJob,
  addJobs,
  defineTask,
  handleTask,
  type Jobs,
  LastingFault,
  startJobs,
} from '#server/platform/jobs.ts'
import { openPool } from '#server/platform/pool.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool, url } = await openTestDatabase()
const log = pino({ level: 'silent' })
const task = defineTask('test.count', z.object({ n: z.number() }))

const running: Jobs[] = []
async function start(handle: (payload: { n: number }) => Promise<void>, over = pool) {
  running.push(await startJobs(over, log, [handleTask(task, handle)]))
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await pool.query('delete from graphile_worker._private_jobs')
})

it('runs each job once across several servers', async () => {
  const done: number[] = []
  const handle = async ({ n }: { n: number }) => {
    done.push(n)
  }
  await inTransaction(pool, async (transaction) => {
    for (let n = 0; n < 100; n += 1) await addJob(transaction, task, { n })
  })
  await Promise.all([start(handle), start(handle), start(handle)])
  await expect.poll(() => done.length).toBe(100)
  expect(new Set(done).size).toBe(100)
})

it('runs no timer while the clock of this server is far from that of the database', async () => {
  const timer = defineTask('test.timer', z.object({}))
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const real = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + HOUR_MS)
  await addJob(pool, timer, {})
  running.push(await startJobs(pool, log, [], [{ name: timer.name, at: '0 0 1 1 *', run }]))
  const failed = async () => (await pool.query(FAILED)).rows[0]?.last_error ?? ''
  await expect.poll(failed).toContain('is 3600 s ahead of the database')
  expect(runs).toBe(0)

  clock.mockRestore()
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await expect.poll(() => runs).toBe(1)
})

it('runs timers while all long runs hang', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  let hanging = 0
  const run = () => {
    hanging += 1
    return isOver
  }
  const none = {} as never
  const runs = [...reconciliationTasks(none, none), ...liabilityTasks(none, none)]
  const drills = backupDrillSchedule(none, none)
  const ticks: number[] = []
  const timer = { name: 'test.timer', at: '0 0 1 1 *', run: async () => void ticks.push(1) }
  running.push(
    await startJobs(
      pool,
      log,
      runs.map((each) => ({ ...each, run })),
      [timer, ...drills.map((each) => ({ ...each, run }))],
    ),
  )
  const add = (name: string) => addJob(pool, defineTask(name, z.object({})), {})
  for (const { name } of [...runs, ...drills]) await add(name)
  try {
    await expect.poll(() => hanging).toBeGreaterThan(0)
    await add(timer.name)
    await expect.poll(() => ticks).toEqual([1])
  } finally {
    end()
  }
  await expect.poll(() => hanging).toBe(3)
})

it('starts a timer of long work once, even if its run fails or is killed', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('the record cannot be written')
  }
  const timer = { name: 'test.once', at: '0 0 1 1 *', startsOnce: true, run }
  await addJob(pool, defineTask(timer.name, z.object({})), {})
  running.push(await startJobs(pool, log, [], [timer]))
  await expect.poll(async () => (await pool.query(FAILED)).rows[0]?.last_error).toBeTruthy()
  const { rows } = await pool.query(
    'update graphile_worker._private_jobs set run_at = now() returning attempts, max_attempts',
  )
  expect(rows).toEqual([{ attempts: 1, max_attempts: 1 }])
  expect(await jobWarnings(pool)).toEqual(['jobs of the task test.once that were given up: 1'])
  expect(runs).toBe(1)
})

it('deletes names of turns that no job uses, once there are many', async () => {
  const names = async () => {
    const { rows } = await pool.query<{ queue_name: string }>(
      'select queue_name from graphile_worker._private_job_queues order by queue_name',
    )
    return rows.map(({ queue_name }) => queue_name)
  }
  const sweep = () => jobSweep({ pool }).run()
  await addJob(pool, task, { n: 1 }, { oneAtATime: 'in use' })
  await addJob(pool, task, { n: 2 }, { oneAtATime: 'unused' })
  await pool.query(`delete from graphile_worker._private_jobs where payload ->> 'n' = '2'`)
  await sweep()
  expect(await names()).toEqual(expect.arrayContaining(['in use', 'unused']))
  await pool.query(`
    insert into graphile_worker._private_job_queues (queue_name)
    select 'push to ' || n from generate_series(1, 1001) as n`)
  await sweep()
  expect(await names()).toEqual(['in use'])
})

it('gives the pushes of any number of users a few names, and those of one user the same', () => {
  const users = Array.from({ length: 2_000 }, () => randomUUID())
  expect(new Set(users.map(turnOf)).size).toBe(64)
  expect(users.map(turnOf)).toEqual(users.map(turnOf))
})

it('warns about a failing timer until it succeeds', async () => {
  let isFailing = true
  await start(async () => {
    if (isFailing) throw new Error('the world is failing')
  })
  await addJob(pool, task, { n: 1 }, { key: `timer ${task.name}` })
  const warning = `the timer ${task.name} fails and is retried`
  await expect.poll(() => jobWarnings(pool)).toEqual([warning])
  isFailing = false
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await expect.poll(() => jobWarnings(pool)).toEqual([])
})

it('keeps at most one job of a timer, even if none succeeds', async () => {
  const run = () => Promise.reject(new Error('the world is failing'))
  const timer = { name: 'test.minute', at: '* * * * *', run }
  const jobs = async () => {
    const { rows } = await pool.query(
      `select run_at from graphile_worker.jobs where task_identifier = $1`,
      [timer.name],
    )
    return rows.map(({ run_at }) => run_at.getTime())
  }
  const minute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  try {
    for (const due of [minute, minute + MINUTE_MS]) {
      vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: due - 500 })
      const server = await startJobs(pool, log, [], [timer])
      await expect.poll(jobs).toEqual([due])
      await server.stop()
    }
  } finally {
    vi.useRealTimers()
  }
})

const FAILED = 'select last_error from graphile_worker._private_jobs'

it('adds many jobs at once, and runs those of one queue in order', async () => {
  const done: number[] = []
  const jobs = [1, 2, 3].map((n) => ({ payload: { n }, oneAtATime: 'counted' }))
  await addJobs(pool, task, jobs)
  await addJobs(pool, task, [])
  await start(async ({ n }) => {
    done.push(n)
  })
  await expect.poll(() => done.length).toBe(3)
  expect(done).toEqual(jobs.map(({ payload }) => payload.n))
})

it('does not add a job whose transaction is rolled back', async () => {
  const adding = inTransaction(pool, async (transaction) => {
    await addJob(transaction, task, { n: 1 })
    throw new Error('changed my mind')
  })
  await expect(adding).rejects.toThrow('changed my mind')
  const { rows } = await pool.query('select count(*)::int as jobs from graphile_worker.jobs')
  expect(rows).toEqual([{ jobs: 0 }])
})

it('retries a failed job', async () => {
  let tries = 0
  await start(async () => {
    tries += 1
    if (tries === 1) throw new Error('the world is failing')
  })
  await addJob(pool, task, { n: 1 })
  await expect.poll(() => tries).toBe(1)
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await expect.poll(() => tries).toBe(2)
})

it('gives up a job immediately if a retry cannot fix its fault', async () => {
  let tries = 0
  await start(async () => {
    tries += 1
    throw new LastingFault('no such mailbox')
  })
  await addJob(pool, task, { n: 1 })
  const warning = `jobs of the task ${task.name} that were given up: 1`
  await expect.poll(() => jobWarnings(pool)).toEqual([warning])
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await addJob(pool, task, { n: 2 })
  await expect.poll(() => jobWarnings(pool)).toEqual([warning.replace('1', '2')])
  expect(tries).toBe(2)
})

it('warns of jobs that keep failing for minutes and are still retried', async () => {
  await start(async () => {
    throw new Error('the world is failing')
  })
  await addJob(pool, task, { n: 1 })
  await expect.poll(async () => (await pool.query(FAILED)).rows[0]?.last_error).toBeTruthy()
  expect(await jobWarnings(pool)).toEqual([])
  await pool.query('update graphile_worker._private_jobs set attempts = 5, run_at = now()')
  const warning = `jobs of the task ${task.name} that fail and are retried: 1`
  await expect.poll(() => jobWarnings(pool)).toEqual([warning])
})

it.each([
  ['done', async () => {}],
  [
    'failed',
    async () => {
      throw new Error('the world is failing')
    },
  ],
])('a job that is %s while the database is away is recorded when it is back', async (_, end) => {
  const relay = await Relay.open()
  const far = openPool(relay.leadTo(url), 16, BACKGROUND_BOUNDS)
  let runs = 0
  await start(async () => {
    runs += 1
    relay.cut()
    await end()
  }, far)
  await addJob(pool, task, { n: 1 })
  await expect.poll(() => runs).toBe(1)
  relay.leadTo(url)
  const locked =
    'select count(*)::int as jobs from graphile_worker.jobs where locked_at is not null'
  await expect.poll(async () => (await pool.query(locked)).rows).toEqual([{ jobs: 0 }])
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await far.end()
  await relay.close()
})

it('frees only the jobs of a process that was killed', async () => {
  const done: number[] = []
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  await start(async ({ n }) => {
    done.push(n)
    await isOver
  })
  await addJob(pool, task, { n: 1 })
  await expect.poll(() => done).toEqual([1])
  await pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 min'`)
  await addJob(pool, task, { n: 2 }, { runAt: new Date(Date.now() + 60_000) })
  await pool.query(
    `update graphile_worker._private_jobs
     set locked_by = 'killed', locked_at = now() - interval '1 min', run_at = now()
     where locked_by is null`,
  )
  await start(async ({ n }) => void done.push(n))
  await expect.poll(() => done).toEqual([1, 2])
  end()
})
