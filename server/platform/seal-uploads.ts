import type { Pool } from 'pg'
import { inTransaction } from '#server/platform/transaction.ts'
import { purposeOf, type UploadFiles, type UploadObject } from '#server/platform/upload-files.ts'
import { OBJECT_COLUMNS } from '#server/platform/upload-rows.ts'
import type { Vault } from '#server/platform/vault.ts'

/** Files sealed by one job, which takes a few seconds. */
const BATCH = 100

/**
 * Unfinished files of the kinds in $1; the rows of an erased person are deleted with the person.
 */
const UNSEALED = `
  from upload join person on person.user_no = upload.owner
  where (upload.has_plain_file or (upload.sealed_for is null and upload.kind = any ($1)))`

interface Needs {
  readonly pool: Pool
  readonly vault: Vault
  readonly files: UploadFiles
}

/**
 * Seals files that were stored before their kind was sealed.
 *
 * After each step, the file is readable and the next run can continue: (1) a sealed copy is written
 * next to the file; (2) the row is marked as sealed, and readers use the copy; (3) the copy
 * replaces the file; (4) the row no longer refers to the copy. Any number of processes may run it
 * at once.
 */
export function sealUploads({ pool, vault, files }: Needs) {
  const seal = (id: string, userId: string) =>
    inTransaction(pool, async (transaction) => {
      const { rows } = await transaction.query<{ bytes: number } & UploadObject>(
        `select bytes, ${OBJECT_COLUMNS} from upload
         where id = $1 and sealed_for is null for update`,
        [id],
      )
      const [row] = rows
      if (!row) return
      const plain = await files.read(row)
      // If the length is different, it is not the file that the row describes.
      if (plain?.length !== row.bytes) return
      await files.writeCopy(row, await vault.seal(userId, purposeOf(id), plain))
      await transaction.query(
        'update upload set sealed_for = $2, has_plain_file = true where id = $1',
        [id, userId],
      )
    })
  const finish = async (id: string) => {
    const { rows } = await pool.query<UploadObject>(
      `select ${OBJECT_COLUMNS} from upload where id = $1 and has_plain_file`,
      [id],
    )
    if (!rows[0]) return
    await files.replaceByCopy(rows[0])
    await pool.query('update upload set has_plain_file = false where id = $1', [id])
  }
  return {
    isNeeded: async (kinds: readonly string[]): Promise<boolean> => {
      const { rowCount } = await pool.query(`select ${UNSEALED} limit 1`, [kinds])
      return rowCount === 1
    },
    /** @param after continues after this file @returns the last file; undefined: all are done */
    sealSome: async (
      kinds: readonly string[],
      after: string | null,
    ): Promise<string | undefined> => {
      const { rows } = await pool.query<{ id: string; userId: string }>(
        `select upload.id, person.user_id as "userId" ${UNSEALED}
           and upload.id > coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid)
         order by upload.id limit ${BATCH}`,
        [kinds, after],
      )
      for (const { id, userId } of rows) {
        await seal(id, userId)
        await finish(id)
      }
      return rows.length === BATCH ? rows.at(-1)?.id : undefined
    },
  }
}
