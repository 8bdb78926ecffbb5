import type { Client } from 'pg'
import type { LogHead } from './manifest.ts'

/** Wrapped with the master key, and stored in a separate set of files. */
export const KEYS_TABLE = 'person_key'
/** The part with the waiting jobs, which are not copied as rows. */
export const JOBS_PART = 'graphile_worker.jobs'

export interface Table {
  readonly table: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

// Migrations are in the manifest. An interrupted rebuild leaves a table behind.
const TABLES = `
  select relname as table, array_agg(attname::text order by attnum) as columns
  from pg_class
  join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
    and attnum > 0 and not attisdropped and attgenerated = ''
    and not starts_with(relname, 'kysely_migration') and relname !~ '_rebuild$'
  group by relname
  order by relname`

/** Every table whose rows are in a backup. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES)
  return rows
}

/** The names of the applied migrations; none in a new database. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `select where to_regclass('public.kysely_migration') is not null`,
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/**
 * Sequences that have been used. They are not part of a snapshot, so they are never behind the
 * rows.
 */
export async function readSequences(client: Client) {
  const { rows } = await client.query<{ name: string; lastValue: string }>(`
    select sequencename as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = 'public' and last_value is not null
    order by sequencename`)
  return rows
}

export async function readHead(client: Pick<Client, 'query'>): Promise<LogHead> {
  const { rows } = await client.query<LogHead>(`
    select position::text, encode(hash, 'hex') as hash from event
    order by event.position desc limit 1`)
  return rows[0] ?? { position: '0', hash: '' }
}

/**
 * The data needed to add a job again with the library's own function, because its tables differ
 * between versions. Jobs without attempts left are not included.
 */
export const WAITING_JOBS = `
  select task.identifier, job.payload, queue.queue_name, job.run_at, job.max_attempts, job.key,
         job.priority, array(select jsonb_object_keys(job.flags)) as flags
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
  where job.attempts < job.max_attempts
  order by job.id`
