import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { refuseOtherMasterKeys } from '#server/master-key-register.ts'
import { fingerprintOf, type MasterKeys } from '#server/platform/cipher.ts'
import { LOCKS, lockSession } from '#server/platform/locks.ts'
import { withClient } from '#server/platform/open-client.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { foldersOf, removeExpiredKeys, removeUnfinished } from './folders.ts'
import { type BackupManifest, type KeySet, nameAt, type Part, writeManifest } from './manifest.ts'
import { encrypterFor, writePart } from './parts.ts'
import type { BackupPlace } from './place.ts'
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
  readonly place: BackupPlace
  /** Public age keys, at least one. */
  readonly recipients: readonly string[]
  /** The current key first. */
  readonly masterKeys: MasterKeys
}

/**
 * Copies all tables in one snapshot, while the platform keeps running, into encrypted files. The
 * manifest is written last: without it the backup is incomplete.
 *
 * Source: docs/decisions/0163-backups-are-logical-and-prove-themselves.md
 */
export function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  return withClient(options.ownerUrl, async (client) => {
    await refuseOtherMasterKeys(client, options.masterKeys)
    // A table that is swapped with its rebuilt copy would be empty in an older snapshot.
    await lockSession(client, LOCKS.rebuild)
    await client.query('begin isolation level repeatable read read only')
    return copyAll(client, options)
  })
}

async function copyAll(client: Client, options: BackupOptions): Promise<BackupManifest> {
  const { place, masterKeys, recipients } = options
  const moment = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const { at = new Date(), postgres = '' } = moment.rows[0] ?? {}
  const takenAt = at.toISOString()
  const name = nameAt(takenAt)
  const folders = foldersOf(name)
  const common = { format: 1 as const, name, takenAt, masterKeys: masterKeys.map(fingerprintOf) }
  // An invalid recipient must be found before anything is written.
  encrypterFor(recipients)
  await removeUnfinished(place)
  try {
    const tables = await readTables(client)
    if (tables.length === 0) {
      throw new StartupError('The database is empty: there is nothing to back up.')
    }
    // A table that a migration rewrites before it is copied would be empty in this snapshot.
    const names = tables.map(({ table }) => escapeIdentifier(table))
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const isKeys = ({ table }: Table) => table === KEYS_TABLE
    const copy = (within: string, chosen: readonly Table[]) =>
      copyTables(client, { ...options, within, chosen })
    const keySet: KeySet = { ...common, parts: await copy(folders.keys, tables.filter(isKeys)) }
    const jobs = { table: JOBS_PART, columns: [] }
    const parts = await copy(folders.backup, [...tables.filter((table) => !isKeys(table)), jobs])
    const manifest: BackupManifest = {
      ...common,
      postgres,
      migrations: await readMigrations(client),
      head: await readHead(client),
      sequences: await readSequences(client),
      parts,
    }
    // The keys first, so that a finished backup always has them.
    await writeManifest(place, { folder: folders.keys, manifest: keySet }, masterKeys[0])
    await writeManifest(place, { folder: folders.backup, manifest }, masterKeys[0])
    await removeExpiredKeys(place, at.getTime())
    return manifest
  } catch (error) {
    // If something cannot be removed now, the next backup removes it.
    await removeUnfinished(place).catch(() => {})
    throw error
  }
}

interface Copying extends Pick<BackupOptions, 'place' | 'recipients'> {
  readonly within: string
  readonly chosen: readonly Table[]
}

async function copyTables(client: Client, { place, within, chosen, recipients }: Copying) {
  const parts: Part[] = []
  for (const { table, columns } of chosen) {
    const listed = columns.map((column) => escapeIdentifier(column)).join(', ')
    const source =
      table === JOBS_PART ? `(${WAITING_JOBS})` : `${escapeIdentifier(table)} (${listed})`
    const rows = client.query(copyTo(`copy ${source} to stdout`))
    const file = `${table}.zst.age`
    const stored = await writePart(place, `${within}/${file}`, { rows, recipients })
    parts.push({ table, columns: [...columns], rows: rows.rowCount, file, ...stored })
  }
  return parts
}
