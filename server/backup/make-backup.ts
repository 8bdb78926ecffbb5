import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { LOCKS, lockSession } from '#server/platform/locks.ts'
import { renameDurably } from './durable-files.ts'
import { placesOf, removeExpiredKeys, removeUnfinished, unfinishedPlacesOf } from './folders.ts'
import {
  type BackupManifest,
  fingerprintOf,
  type KeySet,
  nameAt,
  type Part,
  writeManifest,
} from './manifest.ts'
import { writePart } from './parts.ts'
import {
  JOBS_PART,
  KEYS_TABLE,
  readHead,
  readMigrations,
  readSequences,
  readTables,
  type Table,
  WAITING_JOBS,
} from './tables.ts'

export interface BackupOptions {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string
  readonly folder: string
  /** Public keys of age, at least one. */
  readonly recipients: readonly string[]
  /** The current one first. */
  readonly masterKeys: MasterKeys
}

/**
 * Copies all tables as of one moment, while the platform goes on, into encrypted files. It takes its
 * final name when all of it is on disk.
 *
 * Source: docs/decisions/0163-backups-are-logical-and-prove-themselves.md
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const client = new Client({ connectionString: options.ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    // A table that changes places with its rebuilt copy would be empty in an older snapshot.
    await lockSession(client, LOCKS.rebuild)
    await client.query('begin isolation level repeatable read read only')
    return await copyAll(client, options)
  } finally {
    await client.end()
  }
}

async function copyAll(client: Client, options: BackupOptions): Promise<BackupManifest> {
  const { folder, masterKeys } = options
  const moment = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const { at = new Date(), postgres = '' } = moment.rows[0] ?? {}
  const takenAt = at.toISOString()
  const name = nameAt(takenAt)
  const places = placesOf(folder, name)
  const unfinished = unfinishedPlacesOf(folder, name)
  const common = { format: 1 as const, name, takenAt, masterKeys: masterKeys.map(fingerprintOf) }
  await removeUnfinished(folder)
  try {
    for (const path of Object.values(unfinished)) {
      await mkdir(path, { recursive: true, mode: 0o700 })
    }
    const tables = await readTables(client)
    // No migration may rewrite a table before it is copied: it would be empty in this snapshot.
    const names = tables.map(({ table }) => escapeIdentifier(table))
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const isKeys = ({ table }: Table) => table === KEYS_TABLE
    const copy = (within: string, chosen: readonly Table[]) =>
      copyTables(client, { within, chosen, recipients: options.recipients })
    const keySet: KeySet = { ...common, parts: await copy(unfinished.keys, tables.filter(isKeys)) }
    const jobs = { table: JOBS_PART, columns: [] }
    const parts = await copy(unfinished.backup, [...tables.filter((table) => !isKeys(table)), jobs])
    const manifest: BackupManifest = {
      ...common,
      postgres,
      migrations: await readMigrations(client),
      head: await readHead(client),
      sequences: await readSequences(client),
      parts,
    }
    await writeManifest(unfinished.keys, keySet, masterKeys[0])
    await writeManifest(unfinished.backup, manifest, masterKeys[0])
    // The keys first: a backup that can be seen has them.
    await renameDurably(unfinished.keys, places.keys)
    await renameDurably(unfinished.backup, places.backup)
    await removeExpiredKeys(folder, at.getTime())
    return manifest
  } finally {
    await removeUnfinished(folder)
  }
}

interface Copying {
  readonly within: string
  readonly chosen: readonly Table[]
  readonly recipients: readonly string[]
}

async function copyTables(client: Client, { within, chosen, recipients }: Copying) {
  const parts: Part[] = []
  for (const { table, columns } of chosen) {
    const listed = columns.map((column) => escapeIdentifier(column)).join(', ')
    const source =
      table === JOBS_PART ? `(${WAITING_JOBS})` : `${escapeIdentifier(table)} (${listed})`
    const rows = client.query(copyTo(`copy ${source} to stdout`))
    const file = `${table}.zst.age`
    const stored = await writePart(join(within, file), rows, recipients)
    parts.push({ table, columns: [...columns], rows: rows.rowCount, file, ...stored })
  }
  return parts
}
