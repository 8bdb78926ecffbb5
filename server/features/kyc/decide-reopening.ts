import type { Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'
import type { KycState, Reopened } from './decider.ts'
import type { KycEvent } from './events.ts'

/**
 * A user with a new name must be verified again, because the old name was checked. A rejection
 * stays: nothing was verified, and the user may submit again anyway.
 *
 * State    pending or approved → not_submitted
 * Refuses  kyc.nothing_submitted, also if it was rejected, or submitted after the change
 * Source   docs/product.md, Profile
 */
export function reopenForName(
  { status, userId, submittedAt }: KycState,
  { changedAt }: { readonly changedAt: Instant },
): Decision<KycEvent> {
  const isRevoked = status === 'pending' || status === 'approved'
  if (!isRevoked || submittedAt > changedAt) return refuse('kyc.nothing_submitted')
  const reason = msg('Your name has been changed.')
  return { type: 'KycReset', data: { reason, resetBy: userId, resetAt: changedAt } }
}

/**
 * A review of another request asks the user to verify again. Until a new verification is approved,
 * approvals that need a verified user are refused.
 *
 * State    approved → not_submitted; any other, unchanged
 * Refuses  kyc.verified_since, if staff approved a verification that was submitted after the review
 * Source   docs/product.md, Verifying again
 */
export function reopenForReview(
  { status, submittedAt }: KycState,
  command: Reopened,
): Decision<KycEvent> {
  const isVerifiedSince = status === 'approved' && submittedAt > command.askedAt
  if (isVerifiedSince) return refuse('kyc.verified_since')
  return { type: 'KycReopened', data: command }
}

/**
 * Documents that were waiting when a review asked the user to verify again do not settle it: the
 * user submits new ones.
 *
 * State    pending → not_submitted
 * Refuses  kyc.nothing_submitted, if nothing from before the review is waiting
 * Source   docs/product.md, Verifying again
 */
export function takeBackForReview(
  { status, submittedAt }: KycState,
  { reason, askedBy, askedAt }: Pick<Reopened, 'reason' | 'askedBy' | 'askedAt'>,
): Decision<KycEvent> {
  if (status !== 'pending' || submittedAt > askedAt) return refuse('kyc.nothing_submitted')
  return { type: 'KycReset', data: { reason, resetBy: askedBy, resetAt: askedAt } }
}
