import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { RECOVERY_HOURS } from '#shared/rules/identity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** How repeated failures are slowed down. The wait doubles from `firstWaitMs` up to `waitMsMax`. */
export interface ThrottlePolicy {
  readonly name: string
  /** Failures without a wait. */
  readonly free: number
  readonly firstWaitMs: number
  readonly waitMsMax: number
  /** After this long without failures, the count starts again. */
  readonly forgetAfterMs: number
}

/** Wrong passwords and codes: five are free, then the wait grows to 15 minutes. */
const WRONG_SECRETS = {
  free: 5,
  firstWaitMs: 2 * SECOND_MS,
  waitMsMax: 15 * MINUTE_MS,
  forgetAfterMs: DAY_MS,
}

/** Mails that anyone can have sent to one address. */
const UNWANTED_MAILS = {
  free: 4,
  firstWaitMs: MINUTE_MS,
  waitMsMax: HOUR_MS,
  forgetAfterMs: DAY_MS,
}

export const THROTTLES = {
  /** Wrong passwords and codes for one address, from any network. */
  logInAddress: { name: 'log-in address', ...WRONG_SECRETS },
  /**
   * The same, from a network where this address signed in before. It is counted separately, so that
   * a stranger's failures cannot lock the owner out.
   */
  logInTrusted: { name: 'log-in trusted', ...WRONG_SECRETS },
  /** Wrong passwords from one network, for any address. */
  logInNetwork: {
    name: 'log-in network',
    free: 30,
    firstWaitMs: SECOND_MS,
    waitMsMax: 15 * MINUTE_MS,
    forgetAfterMs: HOUR_MS,
  },
  /** Wrong second-factor codes of one user, after the right password. */
  secondFactor: { name: 'second factor', ...WRONG_SECRETS },
  signUpMail: { name: 'sign-up mail', ...UNWANTED_MAILS },
  /**
   * Counted separately, so that sign-ups cannot prevent the owner from recovering. The wait is
   * never longer than the validity of the link in the last mail.
   */
  recoveryMail: {
    name: 'recovery mail',
    ...UNWANTED_MAILS,
    waitMsMax: RECOVERY_HOURS * HOUR_MS,
  },
} as const satisfies Record<string, ThrottlePolicy>

/** How long a subject is stored. */
export const TRUST_MS = 30 * DAY_MS

export type Throttle = ReturnType<typeof throttleOf>

export function throttleOf(pool: Pick<Pool, 'query'>, clock: Clock) {
  return {
    /**
     * Counts an attempt before it is made, so that concurrent attempts cannot evade the count.
     * During the wait it refuses without counting, so waiting is always enough.
     */
    async take(policy: ThrottlePolicy, subject: string): Promise<Refusal | undefined> {
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
    /** Uncounts one attempt that was not a failure. */
    async release(policy: ThrottlePolicy, subject: string): Promise<void> {
      await pool.query(RELEASE, [nameOf(policy, subject)])
    },
    /** Clears the failures of a subject, and remembers that it succeeded. */
    async reset(policy: ThrottlePolicy, subject: string): Promise<void> {
      const now = new Date(clock.now())
      await pool.query(RESET, [nameOf(policy, subject), now])
    },
    /** Whether the subject was counted or reset within the last 30 days. */
    async knows(policy: ThrottlePolicy, subject: string): Promise<boolean> {
      const since = new Date(clock.now() - TRUST_MS)
      const { rowCount } = await pool.query(
        'select from throttle where name = $1 and updated_at > $2',
        [nameOf(policy, subject), since],
      )
      return rowCount === 1
    },
  }
}

/** Addresses and networks are stored as hashes, because the table only needs to count. */
function nameOf(policy: ThrottlePolicy, subject: string): string {
  return `${policy.name} ${createHash('sha256').update(subject).digest('base64url')}`
}

// One statement, so that concurrent attempts queue on the row. The exponent is limited before the
// maximum is applied, because 2^1000 would overflow. "Not blocked" is stored as the epoch rather
// than now, because the clock of another attempt or server may be slightly behind.
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
