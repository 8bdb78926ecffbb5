/** A claim that is not renewed expires, so that an absent reviewer does not block a case. */
export const CLAIM_MINUTES = 5

/** How often an open case renews its claim: three renewals may fail before the claim is lost. */
export const CLAIM_RENEWAL_MINUTES = 1

/**
 * Two images look alike up to this many different bits of the 64 of their perceptual hashes. Saving
 * an image again or resizing it changes at most nine, and cropping its edges by 1% rarely more than
 * ten; unrelated images differ in at least thirteen, usually in thirty-two.
 */
export const LOOK_ALIKE_BITS_MAX = 10

/**
 * If more users than this share a layout, only proofs with the same file, or with an amount within
 * 1%, count as look-alikes: most images of such a layout differ in fewer bits than a re-saved
 * image.
 */
export const LAYOUT_USERS_MAX = 12

/**
 * Deposits of other users count as the same amount within 1%, if they were reported within this
 * many days of each other.
 */
export const SAME_AMOUNT_DAYS = 30
/** Round amounts are common, so only the newest are shown. */
export const SAME_AMOUNTS_SHOWN = 5

/** The id of a stream that staff review: usually a UUID; for a deposit address "USDT-TRC20". */
export const CASE_ID =
  /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[A-Z]{2,10}-[A-Za-z\d]{2,20})$/

/** A case shows only the latest entries of long lists, and says so. */
export const CASE_DECISIONS_MAX = 20
export const CASE_HOLDS_MAX = 50
