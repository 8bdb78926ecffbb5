import { DAY_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { TRUST_MS } from './throttle.ts'

/** Longer than any job keeps trying, so that no mail is sent again. */
const MAILS_KEPT_MS = 60 * DAY_MS

/** Longer than any submission keeps being sent again. */
const CODE_USES_KEPT_MS = 30 * DAY_MS

/** Forgets what has run out: links, sessions, counts of failures. */
export async function cleanUp({ pool, clock }: Pick<IdentityContext, 'pool' | 'clock'>) {
  const now = clock.now()
  const at = new Date(now)
  await pool.query('delete from sign_up where expires_at <= $1', [at])
  await pool.query('delete from recovery where expires_at <= $1', [at])
  await pool.query('delete from session where expires_at <= $1', [at])
  await pool.query('delete from access_token where expires_at <= $1', [at])
  await pool.query('delete from throttle where updated_at <= $1', [new Date(now - TRUST_MS)])
  await pool.query('delete from second_factor_use where used_at <= $1', [
    new Date(now - CODE_USES_KEPT_MS),
  ])
  await pool.query('delete from mail_sent where sent_at <= $1', [new Date(now - MAILS_KEPT_MS)])
}
