import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { fingerprintOf, keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { readSealed, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { SEALED_COLUMNS } from '#server/rotate-master-key.ts'

type Database = Pick<PoolClient, 'query'>

/** PostgreSQL's codes for an undefined table and an undefined column. */
const UNDEFINED = new Set(['42P01', '42703'])

/**
 * Refuses master keys that do not open everything that this database has sealed. With a different
 * key, a server would seal new secrets that no other server can open, and a backup could not be
 * restored.
 *
 * Reads  the register of fingerprints; if it is empty or missing, a value of each sealed column
 * @throws StartupError that says what to set
 */
export async function refuseOtherMasterKeys(db: Database, masterKeys: MasterKeys): Promise<void> {
  const registered = await registeredIn(db)
  const known = masterKeys.map(fingerprintOf)
  const unknown = registered.find((fingerprint) => !known.includes(fingerprint))
  if (unknown !== undefined) throw otherKey(unknown)
  if (registered.length > 0) return
  for (const sealed of SEALED_COLUMNS) {
    const ring = keyRing(masterKeys, sealed.purpose)
    const [first] = await firstSealed(db, sealed)
    if (first && !isOpenedBy(ring, first)) throw otherKey()
  }
}

/**
 * {@link refuseOtherMasterKeys}, then registers the key with which this server seals.
 *
 * @throws StartupError that says what to set
 */
export async function registerMasterKey(
  pool: Pick<Pool, 'connect' | 'query'>,
  masterKeys: MasterKeys,
): Promise<void> {
  const current = fingerprintOf(masterKeys[0])
  const registered = await registeredIn(pool)
  if (registered.length === 1 && registered[0] === current) return
  await inTransaction(pool, async (transaction) => {
    // If two servers with different keys start on a database that has none yet, one is refused.
    await lockTransaction(transaction, LOCKS.masterKeys)
    await refuseOtherMasterKeys(transaction, masterKeys)
    // Before the first registration, values may be sealed with the key that is being replaced.
    const sealing = registered.length > 0 ? [current] : masterKeys.map(fingerprintOf)
    await transaction.query(
      'insert into master_key (fingerprint) select unnest($1::text[]) on conflict do nothing',
      [sealing],
    )
  })
}

/** Called after everything has been sealed again with the current key. */
export async function forgetReplacedKeys(db: Database, [current]: MasterKeys): Promise<void> {
  await db.query('delete from master_key where fingerprint <> $1', [fingerprintOf(current)])
}

async function registeredIn(db: Database): Promise<string[]> {
  const rows = await rowsIfAny<{ fingerprint: string }>(
    db.query('select fingerprint from master_key order by since'),
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

function firstSealed(db: Database, sealed: SealedColumn): Promise<SealedRow[]> {
  return rowsIfAny(db.query<SealedRow>(readSealed(sealed, 1), [null]))
}

/** Backups are made of any schema, including one without the table or the column. */
async function rowsIfAny<T>(asked: Promise<{ rows: unknown[] }>): Promise<T[]> {
  try {
    return (await asked).rows as T[]
  } catch (error) {
    if (error instanceof DatabaseError && UNDEFINED.has(error.code ?? '')) return []
    throw error
  }
}

function isOpenedBy(ring: ReturnType<typeof keyRing>, { value, context }: SealedRow): boolean {
  try {
    return ring.unseal(value, context).length > 0
  } catch {
    return false
  }
}

function otherKey(fingerprint?: string): StartupError {
  const named = fingerprint === undefined ? '' : ` (fingerprint ${fingerprint})`
  return new StartupError(
    `MASTER_KEY is not the key that this database is sealed with${named}: set that one. While it is ` +
      'replaced, set the other key as MASTER_KEY_PREVIOUS until "npm run rotate:key" says that nothing is left.',
  )
}
