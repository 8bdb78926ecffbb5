import { epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/** How long nothing can be withdrawn after a change of the password or the second factor. */
export const WITHDRAWAL_HOLD_HOURS = 24
/** And after staff have reset a lost second factor. */
export const RESET_HOLD_HOURS = 48

/** Why nothing can be withdrawn for a while. */
export const HOLD_REASONS = ['credentials', 'second_factor_reset', 'frozen'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export interface WithdrawalHold {
  readonly endsAt: Instant
  readonly reason: HoldReason
}

export interface HoldFacts {
  /** When the password or the second factor was changed last; null: never since sign-up. */
  readonly credentialsChangedAt: Instant | null
  /** When staff reset a lost second factor last; missing: never. */
  readonly factorResetAt?: Instant | null
  /** Until when the link in a mail froze withdrawals; missing: never. */
  readonly frozenUntil?: Instant | null
}

/**
 * The hold on withdrawals that ends last; undefined without one. An attacker who takes over an
 * account changes its password first: the owner gets a day to notice.
 */
export function withdrawalHold(facts: HoldFacts, now: Instant): WithdrawalHold | undefined {
  const { credentialsChangedAt, factorResetAt, frozenUntil } = facts
  const holds: readonly (readonly [HoldReason, number])[] = [
    ['credentials', endOf(credentialsChangedAt, WITHDRAWAL_HOLD_HOURS)],
    ['second_factor_reset', endOf(factorResetAt, RESET_HOLD_HOURS)],
    ['frozen', endOf(frozenUntil, 0)],
  ]
  const [reason, endMs] = holds.reduce((one, other) => (other[1] > one[1] ? other : one))
  return endMs > epochMsOf(now) ? { reason, endsAt: instantOf(endMs) } : undefined
}

function endOf(since: Instant | null | undefined, hours: number): number {
  return since ? epochMsOf(since) + hours * HOUR_MS : 0
}
