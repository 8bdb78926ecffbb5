import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import { raiseGuard } from '#server/events/raise-guard.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  effectOfLink,
  FREEZE_LINK_DAYS,
  FREEZES_COUNTED_DAYS,
  FREEZES_MAX,
  freezeEnd,
} from '#shared/rules/withdrawal-freeze.ts'
import { DAY_MS, type Instant, instantOf } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashToken } from './secrets.ts'
import { changeSecrets } from './user-commands.ts'

type LinkContext = Pick<IdentityContext, 'pool' | 'secrets' | 'clock' | 'publicUrl'>

/**
 * The freeze link of one mail. It opens a page that freezes with a POST, because mail scanners open
 * links and must not freeze anything.
 *
 * @param key identifies the mail, so that every attempt to send it contains the same link
 */
export async function freezeLink(
  { pool, secrets, clock, publicUrl }: LinkContext,
  { userId, key }: { readonly userId: string; readonly key: string },
): Promise<string> {
  const token = secrets.tokenFor('freeze withdrawals', `${userId} ${key}`)
  await pool.query(
    `insert into freeze_link (token_hash, user_id, expires_at) values ($1, $2, $3)
     on conflict do nothing`,
    [hashToken(token), userId, new Date(clock.now() + FREEZE_LINK_DAYS * DAY_MS)],
  )
  return `${publicUrl}/freeze-withdrawals?token=${token}`
}

/**
 * The guard of approvals that must be stopped by a freeze, a disabled account or a reopened
 * verification.
 */
export function payoutGuard(userId: string): string {
  return `freeze of ${userId}`
}

interface Frozen {
  readonly until: Instant
  readonly isNew: boolean
}

/**
 * Freezes the withdrawals of the user to whom a link was mailed. Only the mailbox has the link, so
 * a session can neither start nor end a freeze.
 *
 * Refuses  freeze.link_unknown, freeze.link_used, freeze.link_expired, freeze.too_many: first match
 *          wins
 * Source   docs/product.md, Freezing withdrawals
 */
export function freezeWithdrawals(
  context: IdentityContext,
  given: { readonly token: string; readonly metadata: Metadata },
): Promise<Frozen | Refusal> {
  const now = context.clock.now()
  const at = instantOf(now)
  return changeSecrets(context, now, async (transaction, record) => {
    const link = await lockLink(transaction, hashToken(given.token))
    if (!link) return refuse('freeze.link_unknown')
    const { userId, usedAt, expiresAt, frozenUntil } = link
    if (usedAt) return linkUsed(usedAt, frozenUntil)
    if (expiresAt.getTime() <= now) {
      return refuse('freeze.link_expired', { at: expiresAt.toISOString() })
    }
    const effect = effectOfLink(await readFreezes(transaction, userId), at)
    if (effect === 'too_many') {
      return refuse('freeze.too_many', { count: FREEZES_MAX, days: FREEZES_COUNTED_DAYS })
    }
    if (effect === 'frozen_already') {
      return { until: (frozenUntil as Date).toISOString(), isNew: false }
    }
    const until = freezeEnd(at)
    await raiseGuard(transaction, payoutGuard(userId))
    await transaction.query('update freeze_link set used_at = $2 where token_hash = $1', [
      hashToken(given.token),
      new Date(now),
    ])
    await transaction.query('update person set withdrawals_frozen_until = $2 where user_id = $1', [
      userId,
      until,
    ])
    record({
      userId,
      key: `freeze ${given.metadata.correlation}`,
      command: { type: 'FreezeWithdrawals', until, at },
      metadata: { ...given.metadata, actor: { kind: 'user', id: userId } },
    })
    return { until, isNew: true }
  })
}

interface LinkRow {
  readonly userId: string
  readonly expiresAt: Date
  readonly usedAt: Date | null
  readonly frozenUntil: Date | null
}

/** Locks the person, so that if two links are opened at once, one sees the effect of the other. */
async function lockLink(transaction: PoolClient, tokenHash: Buffer): Promise<LinkRow | undefined> {
  await transaction.query(
    `select from person
     where user_id = (select user_id from freeze_link where token_hash = $1) for update`,
    [tokenHash],
  )
  const { rows } = await transaction.query<LinkRow>(
    `select l.user_id as "userId", l.expires_at as "expiresAt", l.used_at as "usedAt",
            p.withdrawals_frozen_until as "frozenUntil"
     from freeze_link l join person p using (user_id) where l.token_hash = $1`,
    [tokenHash],
  )
  return rows[0]
}

async function readFreezes(transaction: PoolClient, userId: string): Promise<Instant[]> {
  const { rows } = await transaction.query<{ usedAt: Date }>(
    'select used_at as "usedAt" from freeze_link where user_id = $1 and used_at is not null',
    [userId],
  )
  return rows.map(({ usedAt }) => usedAt.toISOString())
}

/** With the end of the freeze, for a page that retries because it missed the first response. */
function linkUsed(usedAt: Date, frozenUntil: Date | null): Refusal {
  const at = usedAt.toISOString()
  return refuse('freeze.link_used', { at, frozenUntil: frozenUntil?.toISOString() ?? '' })
}
