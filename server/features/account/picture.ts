import { inTransaction } from '#server/platform/transaction.ts'
import type { Services } from '#server/services.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

/** Puts another picture, or none, in the place of a person's picture; the one before is erased. */
export async function changePicture(
  { pool, uploads }: Needs,
  userId: string,
  next: string | null,
): Promise<void> {
  const removed = await inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ picture: string | null }>(
      'select picture from person where user_id = $1 for update',
      [userId],
    )
    const before = rows[0]?.picture ?? null
    if (before === next) return null
    await transaction.query('update person set picture = $2 where user_id = $1', [userId, next])
    await transaction.query('update upload set is_referred = true where id = $1', [next])
    await transaction.query('delete from upload where id = $1', [before])
    return before
  })
  if (removed) await uploads.removeContent([removed])
}
