import { t } from '#shared/text/t.ts'

/**
 * The risk notices of the products, in the language in which they are read.
 *
 * Source: docs/product.md, Operator
 */
export const risk = {
  get trading() {
    return t(
      'Crypto prices move fast, and you can lose all the money you put in. Trade only with what you can afford to lose.',
    )
  },
  get futures() {
    return t(
      'A timed futures trade can lose part or all of its stake within minutes. Recorded prices, which you can check, decide the outcome.',
    )
  },
  get loans() {
    return t('A loan must be repaid with interest. Late payment adds a daily penalty.')
  },
} as const
