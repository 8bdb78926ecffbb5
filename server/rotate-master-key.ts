import { escapeIdentifier, type Pool } from 'pg'
import { SECOND_FACTOR_SECRETS } from '#server/identity/secrets.ts'
import { keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { readSealed, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { CONTENT_KEYS } from '#server/platform/upload-files.ts'
import { WRAPPED_KEYS } from '#server/platform/vault.ts'

/** Every column that is sealed with the master key itself. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  WRAPPED_KEYS,
  SECOND_FACTOR_SECRETS,
  CONTENT_KEYS,
]

/** How many values one commit covers: a few milliseconds of work. */
const BATCH = 500

export interface RotationCount {
  /** Already sealed with the first key. */
  readonly current: number
  /** Sealed again with the first key by this run. */
  readonly rotated: number
  /** Not opened by any key. */
  readonly unreadable: number
}

/**
 * Seals values of other master keys again with the first one. Each batch is one commit, and rotated
 * values are recognised, so a run may stop at any point and be repeated. The platform keeps
 * running: a value that changes in the meantime keeps its change.
 *
 * Source: docs/decisions/0164-the-master-key-can-be-replaced.md
 */
export async function rotateColumn(
  pool: Pick<Pool, 'query'>,
  masterKeys: MasterKeys,
  sealed: SealedColumn,
  onBatch: (count: RotationCount) => void = () => {},
): Promise<RotationCount> {
  const ring = keyRing(masterKeys, sealed.purpose)
  const statements = statementsFor(sealed)
  let count: RotationCount = { current: 0, rotated: 0, unreadable: 0 }
  let after: string | null = null
  while (true) {
    const { rows }: { rows: SealedRow[] } = await pool.query<SealedRow>(statements.read, [after])
    const old = rows.filter(({ value, context }) => !ring.isCurrent(value, context))
    const opened = old.flatMap(({ key, value, context }) => {
      const plain = tryOpen(() => ring.unseal(value, context))
      return plain ? [{ key, value, again: ring.seal(plain, context) }] : []
    })
    if (opened.length > 0) {
      await pool.query(statements.write, [
        opened.map(({ key }) => key),
        opened.map(({ value }) => value),
        opened.map(({ again }) => again),
      ])
    }
    count = {
      current: count.current + rows.length - old.length,
      rotated: count.rotated + opened.length,
      unreadable: count.unreadable + old.length - opened.length,
    }
    after = rows.at(-1)?.key ?? null
    onBatch(count)
    if (rows.length < BATCH) return count
  }
}

function statementsFor(sealed: SealedColumn) {
  const [t, k, c] = [sealed.table, sealed.key, sealed.column].map((name) => escapeIdentifier(name))
  return {
    read: readSealed(sealed, BATCH),
    // A value that has changed since it was read is not overwritten.
    write: `
      update ${t} set ${c} = given.again
      from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as given (key, value, again)
      where ${t}.${k} = given.key and ${t}.${c} = given.value`,
  }
}

function tryOpen(open: () => Buffer): Buffer | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
