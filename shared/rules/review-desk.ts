/** A claim that is not renewed ends: a reviewer at lunch blocks no queue. */
export const CLAIM_MINUTES = 5

/** How often an open case renews its claim: three times may fail before it is lost. */
export const CLAIM_RENEWAL_MINUTES = 1

/**
 * Two images look alike up to this many different bits of the 64 of their perceptual hashes. Saving
 * one again or resizing it changes up to nine, cutting a hundredth off its edges seldom more than
 * ten; unrelated images differ in thirteen or more, usually in thirty-two.
 */
export const LOOK_ALIKE_BITS_MAX = 10
