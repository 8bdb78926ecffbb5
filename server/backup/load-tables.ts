import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '#server/platform/open-client.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { type LoadUnit, takeDown, unitsOf } from './load-units.ts'
import type { BackupManifest, KeySet, Part } from './manifest.ts'
import { openPart } from './parts.ts'
import type { BackupPlace } from './place.ts'
import { JOBS_PART, KEYS_TABLE, readTables } from './tables.ts'

export interface LoadOptions {
  readonly ownerUrl: string
  readonly place: BackupPlace
  readonly backup: { readonly folder: string; readonly manifest: BackupManifest }
  /** undefined: data encrypted for persons stays unreadable. */
  readonly keys: { readonly folder: string; readonly manifest: KeySet } | undefined
  /** Private age keys. */
  readonly identities: readonly string[]
}

const SESSIONS_MAX = 4

/**
 * Fills the tables of an empty database in several sessions: first the rows, with COPY, and then
 * the indexes and foreign keys, each in one pass. All sessions commit at the end, so a failed load
 * leaves the database empty.
 */
export async function loadTables(client: Client, options: LoadOptions): Promise<void> {
  const { ownerUrl, backup } = options
  const tables = backup.manifest.parts.filter(({ table }) => table !== JOBS_PART)
  await refuseOtherTables(client, tables)
  const units = await unitsOf(client, tables, [KEYS_TABLE])
  const count = Math.min(availableParallelism(), SESSIONS_MAX)
  const others: Client[] = []
  try {
    while (others.length < count) others.push(await openClient(ownerUrl))
    const sessions = [client, ...others]
    await Promise.all(sessions.map((session) => loadSome(session, options, units)))
    await loadJobs(client, options)
    for (const { name, lastValue } of backup.manifest.sequences) {
      await client.query('select setval($1::regclass, $2)', [escapeIdentifier(name), lastValue])
    }
    for (const session of sessions) await session.query('commit')
  } finally {
    await Promise.all(others.map((other) => other.end()))
  }
}

async function loadSome(session: Client, options: LoadOptions, units: LoadUnit[]): Promise<void> {
  await session.query(
    `begin;
     set local maintenance_work_mem = '256MB'; set local work_mem = '64MB';
     set local synchronous_commit = off`,
  )
  for (let unit = units.shift(); unit; unit = units.shift()) await loadUnit(session, options, unit)
}

async function loadUnit(session: Client, options: LoadOptions, unit: LoadUnit): Promise<void> {
  const { keys, place, identities } = options
  const names = unit.tables.map((table) => escapeIdentifier(table)).join(', ')
  const putUp = await takeDown(session, unit.tables)
  await session.query(`truncate ${names}`)
  for (const part of unit.parts) await loadPart(session, options, part)
  for (const statement of putUp) await session.query(statement)
  if (keys && unit.tables.includes(KEYS_TABLE)) {
    for (const { file } of keys.manifest.parts) {
      await loadKeys(session, await openPart(place, `${keys.folder}/${file}`, identities))
    }
  }
  await session.query(`analyze ${names}`)
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
  // Opened first, because a connection in COPY mode accepts no other statement.
  const content = await openPart(
    options.place,
    `${options.backup.folder}/${file}`,
    options.identities,
  )
  // FREEZE avoids a later pass over the rows; it needs a table that was emptied in this
  // transaction.
  const sink = client.query(
    copyFrom(`copy ${escapeIdentifier(table)} (${listed}) from stdin (freeze)`),
  )
  await pipeline(content, sink)
  if (sink.rowCount !== rows) {
    throw new StartupError(`${table} has ${sink.rowCount} rows, not the ${rows} of the manifest.`)
  }
}

async function loadJobs(client: Client, { place, backup, identities }: LoadOptions): Promise<void> {
  const part = backup.manifest.parts.find(({ table }) => table === JOBS_PART)
  if (!part) return
  const content = await openPart(place, `${backup.folder}/${part.file}`, identities)
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

/** The keys may be newer than the tables: keys of people who are not in the tables are left out. */
async function loadKeys(client: Client, rows: NodeJS.ReadableStream): Promise<void> {
  await client.query('create temporary table kept_key (like person_key) on commit drop')
  await pipeline(rows, client.query(copyFrom('copy kept_key from stdin')))
  await client.query(`
    insert into person_key select kept_key.* from kept_key join person using (user_id)`)
}

/** Tables to which migrations add rows. */
const FILLED_WHEN_EMPTY = ['checkpoint', 'key_order']

/** The tables that contain rows, except those filled by migrations. */
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
