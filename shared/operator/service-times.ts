import { msg } from '#shared/text/t.ts'

/**
 * How long staff take, as screens and mails promise it. Review them before going live: they must be
 * true of the people who answer and review.
 *
 * Source: docs/product.md, Operator
 */
export const serviceTimes = {
  /** Until support answers. */
  answer: msg('about 24 hours on business days'),
  /** Of a verification, as support names it. */
  verification: msg('1-2 business days'),
  /** Of a verification, as the verification page and its mail name it. */
  verificationReview: msg('1 to 3 business days'),
} as const
