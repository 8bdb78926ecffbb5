import type { Client } from 'pg'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { inspectWith } from '#server/ledger/verify-ledger.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { migrate } from '#server/platform/migrate.ts'
import { withClient } from '#server/platform/open-client.ts'
import { openPool } from '#server/platform/pool.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { withCheckThreads } from '#server/verify-threads.ts'
import { type EndedAccess, endAccess } from './end-access.ts'
import { findBackup, findKeySet, foldersOf } from './folders.ts'
import { filledTables, loadTables } from './load-tables.ts'
import { type BackupManifest, type LogHead, readBackup, readKeySet } from './manifest.ts'
import { checkPart } from './parts.ts'
import type { BackupPlace } from './place.ts'
import { readHead, readMigrations } from './tables.ts'

const POOL_SIZE = 4

export interface RestoreOptions {
  /** An empty database: connecting as the owner of its tables, and as the application's role. */
  readonly ownerUrl: string
  readonly applicationUrl: string
  readonly place: BackupPlace
  /** undefined: the newest backup. */
  readonly name?: string | undefined
  readonly identities: readonly string[]
  readonly masterKeys: readonly Buffer[]
  /** Restores the tables even if people's keys are missing. */
  readonly withoutKeys?: boolean
  /** false: skips the check of recorded prices. */
  readonly withPrices?: boolean
  readonly onStep?: (step: string) => void
}

export interface Restored {
  readonly manifest: BackupManifest
  readonly events: bigint
  /** Migrations that were applied after the backup. */
  readonly migrated: readonly string[]
  /** People with encrypted data but no key: erased since the backup, or restored without keys. */
  readonly withoutKey: number
  readonly ended: EndedAccess
}

/**
 * Restores a backup into an empty database and verifies it: signature, hashes and row counts of the
 * files, the ledger checks, and the end of the log. All users must log in again.
 *
 * @throws StartupError that names the first fault
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { ownerUrl, applicationUrl, place, identities, withPrices = true } = options
  const { onStep = () => {} } = options
  onStep('checking the files')
  const { backup, keys } = await readAndCheck(options)
  const { manifest } = backup
  // A proxy may close a connection that is idle during the long steps, so none is kept for them.
  await withClient(ownerUrl, async (client) => {
    await prepareSchema(client, ownerUrl, manifest)
    onStep('loading the tables')
    await loadTables(client, { ownerUrl, place, backup, keys, identities })
  })
  onStep('migrating')
  const migrated = await migrate(ownerUrl, applicationUrl)
  // Before the checks, because a server can be started even on a database that fails them.
  onStep('ending sessions and links')
  const ended = await withClient(ownerUrl, endAccess)
  onStep('verifying the ledger')
  const events = await verify(ownerUrl, withPrices)
  return withClient(ownerUrl, async (client) => {
    refuseOtherHead(await readHead(client), manifest.head)
    return { manifest, events, migrated, withoutKey: await lockedOut(client), ended }
  })
}

async function readAndCheck({ place, name, masterKeys, withoutKeys }: RestoreOptions) {
  const { backup: folder } = foldersOf(await findBackup(place, name))
  const manifest = await readBackup({ place, folder, masterKeys })
  const keySet = withoutKeys ? undefined : await findKeySet(place)
  if (keySet === undefined && !withoutKeys) {
    throw new StartupError(
      `${place.labelOf('keys')} contains no user keys. Give --without-keys to restore without them: ` +
        'the data encrypted with them then stays unreadable.',
    )
  }
  const keys = keySet === undefined ? undefined : await readKeys(foldersOf(keySet).keys)
  const backup = { folder, manifest }
  for (const set of [backup, ...(keys ? [keys] : [])]) {
    for (const part of set.manifest.parts) {
      await checkPart(place, `${set.folder}/${part.file}`, part)
    }
  }
  return { backup, keys }

  async function readKeys(within: string) {
    return { folder: within, manifest: await readKeySet({ place, folder: within, masterKeys }) }
  }
}

/** Migrates an empty database to the schema of the backup. */
async function prepareSchema(
  client: Client,
  ownerUrl: string,
  { migrations }: BackupManifest,
): Promise<void> {
  const unknown = migrations.find((migration) => !(migration in MIGRATIONS))
  if (unknown !== undefined) {
    throw new StartupError(
      `The backup is of a newer version: migration ${unknown} is not known here.`,
    )
  }
  const filled = await filledTables(client)
  if (filled.length > 0) {
    throw new StartupError(
      `The database is not empty (${filled.slice(0, 3).join(', ')}): restore into a new one.`,
    )
  }
  const applied = await readMigrations(client)
  const later = applied.find((migration) => !migrations.includes(migration))
  if (later !== undefined) {
    throw new StartupError(
      `The database has migration ${later}, which came after the backup: restore into a new one.`,
    )
  }
  const known = Object.entries(MIGRATIONS).filter(([migration]) => migrations.includes(migration))
  await migrate(ownerUrl, ownerUrl, { migrations: Object.fromEntries(known) })
}

async function verify(databaseUrl: string, withPrices: boolean): Promise<bigint> {
  const pool = openPool(databaseUrl, POOL_SIZE, OPERATOR_BOUNDS)
  const { events, faults } = await withCheckThreads({ databaseUrl, withPrices }, (checker) =>
    inspectWith(pool, checker),
  ).finally(() => pool.end())
  const [first] = faults
  if (first)
    throw new StartupError(`The restored ledger is not sound: ${first.check}: ${first.fault}`)
  return events
}

function refuseOtherHead(restored: LogHead, expected: LogHead): void {
  if (restored.position === expected.position && restored.hash === expected.hash) return
  throw new StartupError(
    `The restored log ends at ${restored.position} (${restored.hash.slice(0, 16)}), that of the ` +
      `manifest at ${expected.position} (${expected.hash.slice(0, 16)}).`,
  )
}

async function lockedOut(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count
    from (select user_id from kyc_applicant union select user_id from loan_applicant
          union select sealed_for from upload) as holder
    where user_id is not null
      and not exists (select from person_key where person_key.user_id = holder.user_id)`)
  return rows[0]?.count ?? 0
}
