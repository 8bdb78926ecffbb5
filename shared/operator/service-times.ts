import { t } from '#shared/text/t.ts'

/**
 * How long staff take, as screens and emails promise it. Review them before going live: they must be
 * true of the people who answer and review.
 *
 * Source: docs/product.md, Operator
 */
export const serviceTimes = {
  /** Until support answers. */
  get answer() {
    return t('about 24 hours on business days')
  },
  // Two texts for one time: the page of the verification and support each promise their own.
  /** Of a verification, as support names it. */
  get verification() {
    return t('1-2 business days')
  },
  /** Of a verification, as the verification page and its email name it. */
  get verificationReview() {
    return t('1 to 3 business days')
  },
} as const
