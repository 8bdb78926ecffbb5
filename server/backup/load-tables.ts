import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '#server/platform/startup-error.ts'
import type { BackupManifest, KeySet, Part } from './manifest.ts'
import { openPart } from './parts.ts'
import { JOBS_PART, KEYS_TABLE, readTables } from './tables.ts'

export interface LoadOptions {
  readonly backup: { readonly folder: string; readonly manifest: BackupManifest }
  /** undefined: what was sealed for persons stays unreadable. */
  readonly keys: { readonly folder: string; readonly manifest: KeySet } | undefined
  /** Private keys of age. */
  readonly identities: readonly string[]
}

/**
 * Fills the tables of an empty database in one transaction: the rows first, in COPY, and then the
 * indexes and foreign keys, each in one pass.
 */
export async function loadTables(client: Client, options: LoadOptions): Promise<void> {
  const { backup, keys, identities } = options
  const tables = backup.manifest.parts.filter(({ table }) => table !== JOBS_PART)
  await refuseOtherTables(client, tables)
  await client.query('begin')
  await client.query(
    `set local maintenance_work_mem = '256MB'; set local work_mem = '64MB';
     set local synchronous_commit = off`,
  )
  const names = tables.map(({ table }) => table)
  const structure = await takeDown(client, [...names, KEYS_TABLE])
  await client.query(`truncate ${names.map((name) => escapeIdentifier(name)).join(', ')}`)
  for (const part of tables) await loadPart(client, options, part)
  await loadJobs(client, options)
  for (const statement of structure.putUp) await client.query(statement)
  for (const part of keys?.manifest.parts ?? []) {
    await loadKeys(client, await openPart(join(keys?.folder ?? '', part.file), identities))
  }
  for (const { name, lastValue } of backup.manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [escapeIdentifier(name), lastValue])
  }
  await client.query('analyze')
  await client.query('commit')
}

async function refuseOtherTables(client: Client, parts: readonly Part[]): Promise<void> {
  const there = new Set((await readTables(client)).map(({ table }) => table))
  there.delete(KEYS_TABLE)
  const missing = parts.filter(({ table }) => !there.delete(table)).map(({ table }) => table)
  const [odd] = [...missing, ...there]
  if (odd !== undefined) {
    throw new StartupError(`The table ${odd} is in the backup or in its schema, but not in both.`)
  }
}

async function loadPart(client: Client, options: LoadOptions, part: Part): Promise<void> {
  const { table, columns, rows, file } = part
  const listed = columns.map((column) => escapeIdentifier(column)).join(', ')
  // Opened first: a connection that waits for rows takes no other statement.
  const content = await openPart(join(options.backup.folder, file), options.identities)
  // Frozen rows need no second pass: the table was emptied in this transaction.
  const sink = client.query(
    copyFrom(`copy ${escapeIdentifier(table)} (${listed}) from stdin (freeze)`),
  )
  await pipeline(content, sink)
  if (sink.rowCount !== rows) {
    throw new StartupError(`${table} has ${sink.rowCount} rows, not the ${rows} of the manifest.`)
  }
}

async function loadJobs(client: Client, { backup, identities }: LoadOptions): Promise<void> {
  const part = backup.manifest.parts.find(({ table }) => table === JOBS_PART)
  if (!part) return
  const content = await openPart(join(backup.folder, part.file), identities)
  await client.query(`
    create temporary table waiting_job (
      identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int,
      key text, priority int, flags text[]
    ) on commit drop`)
  await pipeline(content, client.query(copyFrom('copy waiting_job from stdin')))
  await client.query(`
    select count(*) from graphile_worker.add_jobs(array(
      select row(identifier, payload, queue_name, run_at, max_attempts, key, priority,
                 nullif(flags, '{}'))::graphile_worker.job_spec
      from waiting_job))`)
}

/** The keys may be newer than the tables: those of people whom the tables do not know are left out. */
async function loadKeys(client: Client, rows: NodeJS.ReadableStream): Promise<void> {
  await client.query('create temporary table kept_key (like person_key) on commit drop')
  await pipeline(rows, client.query(copyFrom('copy kept_key from stdin')))
  await client.query(`
    insert into person_key select kept_key.* from kept_key join person using (user_id)`)
}

/** Indexes, keys, foreign keys and triggers of tables: takes them away and says how to put them back. */
async function takeDown(client: Client, tables: readonly string[]) {
  const { rows: foreign } = await client.query<Step>(FOREIGN_KEYS)
  const { rows: indexes } = await client.query<Step>(INDEXES, [tables])
  const triggers = tables.map((table) => `alter table ${escapeIdentifier(table)}`)
  for (const { drop } of [...foreign, ...indexes]) await client.query(drop)
  for (const table of triggers) await client.query(`${table} disable trigger user`)
  return {
    putUp: [
      ...indexes.map(({ make }) => make),
      ...foreign.map(({ make }) => make),
      ...triggers.map((table) => `${table} enable trigger user`),
    ],
  }
}

interface Step {
  readonly drop: string
  readonly make: string
}

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

// A key is made as an index first, which keeps its operators and settings.
const INDEXES = `
  select case when contype is null
           then format('drop index %s', indexrelid::regclass)
           else format('alter table %s drop constraint %I', indrelid::regclass, conname)
         end as drop,
         pg_get_indexdef(indexrelid) || case when contype is null then '' else format(
           '; alter table %s add constraint %I %s using index %s', indrelid::regclass, conname,
           case contype when 'p' then 'primary key' else 'unique' end, indexrelid::regclass)
         end as make
  from pg_index
  join pg_class on pg_class.oid = indrelid
  left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
  where pg_class.relnamespace = 'public'::regnamespace and relname = any ($1)
  order by relname, indexrelid`

/** To which migrations add rows. */
const FILLED_WHEN_EMPTY = ['checkpoint', 'key_order']

/** The tables that hold rows, apart from those that migrations have added. */
export async function filledTables(client: Client): Promise<string[]> {
  const names = (await readTables(client)).map(({ table }) => table)
  const asked = names
    .filter((name) => !FILLED_WHEN_EMPTY.includes(name))
    .map((name) => {
      const table = escapeIdentifier(name)
      return `select ${escapeLiteral(name)} as name where exists (select from ${table})`
    })
  if (asked.length === 0) return []
  const { rows } = await client.query<{ name: string }>(asked.join(' union all '))
  return rows.map(({ name }) => name)
}
