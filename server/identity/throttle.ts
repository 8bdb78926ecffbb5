import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { RECOVERY_HOURS } from '#shared/rules/identity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** How patience with failures runs out. Waits double from `firstWaitMs`, and never past the cap. */
export interface ThrottlePolicy {
  readonly name: string
  /** Failures that cost nothing. */
  readonly free: number
  readonly firstWaitMs: number
  readonly waitMsMax: number
  /** Quiet after which everything is forgotten. */
  readonly forgetAfterMs: number
}

export const THROTTLES = {
  /** Wrong passwords and codes for one address, whoever sends them. */
  logInAddress: {
    name: 'log-in address',
    free: 5,
    firstWaitMs: 2 * SECOND_MS,
    waitMsMax: 15 * MINUTE_MS,
    forgetAfterMs: DAY_MS,
  },
  /**
   * The same, from a network where this address signed in before. It counts for itself, so that a
   * stranger who keeps failing cannot keep the owner out.
   */
  logInTrusted: {
    name: 'log-in trusted',
    free: 5,
    firstWaitMs: 2 * SECOND_MS,
    waitMsMax: 15 * MINUTE_MS,
    forgetAfterMs: DAY_MS,
  },
  /** Wrong passwords from one network, whichever address they try. */
  logInNetwork: {
    name: 'log-in network',
    free: 30,
    firstWaitMs: SECOND_MS,
    waitMsMax: 15 * MINUTE_MS,
    forgetAfterMs: HOUR_MS,
  },
  /** Wrong codes of one user's second factor; the password was right. */
  secondFactor: {
    name: 'second factor',
    free: 5,
    firstWaitMs: 2 * SECOND_MS,
    waitMsMax: 15 * MINUTE_MS,
    forgetAfterMs: DAY_MS,
  },
  /** Mails that strangers can cause to one address by signing it up. */
  signUpMail: {
    name: 'sign-up mail',
    free: 4,
    firstWaitMs: MINUTE_MS,
    waitMsMax: HOUR_MS,
    forgetAfterMs: DAY_MS,
  },
  /**
   * The same by asking for a new password. It counts for itself, so that sign-ups cannot keep the
   * owner from recovering; and its wait is no longer than the link of the last mail holds.
   */
  recoveryMail: {
    name: 'recovery mail',
    free: 4,
    firstWaitMs: MINUTE_MS,
    waitMsMax: RECOVERY_HOURS * HOUR_MS,
    forgetAfterMs: DAY_MS,
  },
} as const satisfies Record<string, ThrottlePolicy>

/** How long a subject is remembered. */
export const TRUST_MS = 30 * DAY_MS

export interface Throttle {
  /**
   * Counts a try before it is made, so that tries in parallel cannot overtake the count. While the
   * wait lasts it refuses and counts nothing: waiting is always enough.
   */
  take(policy: ThrottlePolicy, subject: string): Promise<Refusal | undefined>
  /** Takes one try back: it was not a failure. */
  release(policy: ThrottlePolicy, subject: string): Promise<void>
  /** Forgets the failures of a subject, and remembers that it succeeded. */
  reset(policy: ThrottlePolicy, subject: string): Promise<void>
  /** Whether the subject was counted or reset within the last 30 days. */
  knows(policy: ThrottlePolicy, subject: string): Promise<boolean>
}

export function throttleOf(pool: Pick<Pool, 'query'>, clock: Clock): Throttle {
  return {
    async take(policy, subject) {
      const now = clock.now()
      const { rows } = await pool.query<{ taken: boolean; blocked_until: Date | null }>(TAKE, [
        nameOf(policy, subject),
        new Date(now),
        policy.free,
        policy.firstWaitMs,
        policy.waitMsMax,
        policy.forgetAfterMs,
      ])
      const [row] = rows
      if (row?.taken) return undefined
      const waitMs = (row?.blocked_until?.getTime() ?? now) - now
      return refuse('rate.limited', {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
      })
    },
    async release(policy, subject) {
      await pool.query(RELEASE, [nameOf(policy, subject)])
    },
    async reset(policy, subject) {
      const now = new Date(clock.now())
      await pool.query(RESET, [nameOf(policy, subject), now])
    },
    async knows(policy, subject) {
      const since = new Date(clock.now() - TRUST_MS)
      const { rowCount } = await pool.query(
        'select from throttle where name = $1 and updated_at > $2',
        [nameOf(policy, subject), since],
      )
      return rowCount === 1
    },
  }
}

/** Addresses and networks are hashed: the table is about counting, not about people. */
function nameOf(policy: ThrottlePolicy, subject: string): string {
  return `${policy.name} ${createHash('sha256').update(subject).digest('base64url')}`
}

// One statement, so that parallel tries queue on the row. The exponent is bounded before the cap
// is applied: 2^1000 would overflow. Not blocked is long ago rather than now: another try may have
// looked at its clock, or at that of another server, a moment earlier.
const TAKE = `
  with taken as (
    insert into throttle as t (name, failures, blocked_until, updated_at)
    values ($1, 1, 'epoch', $2)
    on conflict (name) do update set
      failures = case when t.updated_at < $2 - $6 * interval '1 ms' then 1 else t.failures + 1 end,
      blocked_until = case
        when t.updated_at < $2 - $6 * interval '1 ms' or t.failures + 1 < $3 then 'epoch'
        else $2 + least($5, $4 * 2 ^ least(t.failures + 1 - $3, 30)) * interval '1 ms' end,
      updated_at = $2
    where t.blocked_until <= $2
    returning true as taken
  )
  select exists (select from taken) as taken,
         (select blocked_until from throttle where name = $1) as blocked_until`

const RESET = `
  insert into throttle (name, failures, blocked_until, updated_at) values ($1, 0, 'epoch', $2)
  on conflict (name) do update set failures = 0, blocked_until = 'epoch', updated_at = $2`

const RELEASE = `
  update throttle set failures = greatest(failures - 1, 0), blocked_until = 'epoch'
  where name = $1`
