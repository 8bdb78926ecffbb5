import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

const LOOK_MS = 4

/**
 * Waits until a follower has seen a position, so that a caller can read its own write.
 *
 * @returns false on timeout
 */
export async function waitForPosition(
  pool: Pool,
  { follower, position }: { follower: string; position: bigint },
  millisecondsMax = WAIT_MS_MAX,
): Promise<boolean> {
  const patience = AbortSignal.timeout(millisecondsMax)
  for (;;) {
    const { rows } = await pool.query<{ reached: boolean }>({
      name: 'checkpoint-reached',
      text: 'select position >= $2 as reached from checkpoint where name = $1',
      values: [follower, position],
    })
    if (rows[0]?.reached) return true
    if (patience.aborted) return false
    await sleep(LOOK_MS)
  }
}
