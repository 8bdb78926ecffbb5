import type { Pool } from 'pg'
import type { Instant } from '#shared/time.ts'

interface FactorUse {
  /** The user has turned on a second factor. */
  readonly isOn: boolean
  /** null: the user has no second factor. */
  readonly usedAt: Instant | null
}

/**
 * Whether a user has a second factor, and when they last proved that they have it: by a code, a
 * passkey or a log-in, which needs a code, a recovery code or a passkey.
 */
export async function readFactorUse(pool: Pick<Pool, 'query'>, userId: string): Promise<FactorUse> {
  const { rows } = await pool.query<{ usedAt: Date }>({
    name: 'read factor use',
    // Only the time step of the last code is stored.
    text: `
      select greatest(
        to_timestamp(f.last_step * 30),
        (select max(last_used_at) from passkey where user_id = f.user_id),
        (select last_sign_in_at from person
         where user_id = f.user_id and last_sign_in_at > f.enabled_at)) as "usedAt"
      from second_factor f where f.user_id = $1 and f.enabled_at is not null`,
    values: [userId],
  })
  const [row] = rows
  return { isOn: row !== undefined, usedAt: row?.usedAt.toISOString() ?? null }
}
