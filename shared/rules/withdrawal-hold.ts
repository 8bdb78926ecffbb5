import { epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/**
 * How long nothing can be withdrawn after a change of the password or the second factor. The event
 * of the change records the resulting end, so a new value applies only to later changes.
 */
export const WITHDRAWAL_HOLD_HOURS = 24
/** The same after staff have reset a lost second factor. */
export const RESET_HOLD_HOURS = 48

/** For changes that did not record the end. Never change these values. */
export const UNRECORDED_HOLD_HOURS = { credentials: 24, second_factor_reset: 48 } as const

export function holdEnd(changedAt: Instant, hours: number): Instant {
  return instantOf(epochMsOf(changedAt) + hours * HOUR_MS)
}

/** Why nothing can be withdrawn for a while. */
export const HOLD_REASONS = ['credentials', 'second_factor_reset', 'frozen'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export interface WithdrawalHold {
  readonly endsAt: Instant
  readonly reason: HoldReason
}

export interface HoldFacts {
  /**
   * The end of the hold after a change of the password or the second factor; null if there was none
   * since sign-up.
   */
  readonly credentialsHoldEndsAt: Instant | null
  /** The end of the hold after staff reset a lost second factor; absent if they never did. */
  readonly resetHoldEndsAt?: Instant | null
  /** Until when the link in a mail froze withdrawals; absent if never. */
  readonly frozenUntil?: Instant | null
}

/**
 * The hold on withdrawals that ends last; undefined without one. An attacker who takes over an
 * account changes its password first: the owner gets a day to notice.
 */
export function withdrawalHold(facts: HoldFacts, now: Instant): WithdrawalHold | undefined {
  const { credentialsHoldEndsAt, resetHoldEndsAt, frozenUntil } = facts
  const holds: readonly (readonly [HoldReason, number])[] = [
    ['credentials', msOf(credentialsHoldEndsAt)],
    ['second_factor_reset', msOf(resetHoldEndsAt)],
    ['frozen', msOf(frozenUntil)],
  ]
  const [reason, endMs] = holds.reduce((one, other) => (other[1] > one[1] ? other : one))
  return endMs > epochMsOf(now) ? { reason, endsAt: instantOf(endMs) } : undefined
}

function msOf(end: Instant | null | undefined): number {
  return end ? epochMsOf(end) : 0
}
