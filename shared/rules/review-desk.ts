/** What staff review, by the kind of its streams: a kind added here is found by the whole desk. */
export const REVIEW_KINDS = [
  'spot-order',
  'deposit',
  'withdrawal',
  'kyc',
  'loan',
  'adjustment',
] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** A claim that nobody renews ends by itself: whoever went to lunch blocks no queue. */
export const CLAIM_MINUTES = 5

/** How often an open case renews its claim: three times may fail before it is lost. */
export const CLAIM_RENEWAL_MINUTES = 1

/**
 * Two pictures look alike up to so many different bits of the 64 of their perceptual hashes. Saving
 * one again or resizing it changes up to nine, cutting a hundredth off its edges seldom more than
 * ten; pictures of another make differ in thirteen or more, and in thirty-two as a rule.
 */
export const LOOK_ALIKE_BITS_MAX = 10
