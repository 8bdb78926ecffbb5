/**
 * Who runs this platform: every fact about the company that a screen or a mail shows.
 *
 * The texts are the product's default copy. Review them before going live: a claim about
 * offices or people must be true of the company that makes it.
 *
 * Source: docs/product.md, Operator
 */
export const operator = {
  name: 'Keel',
  tagline: 'Crypto trading, staking and lending you can check.',
  headquarters: 'New York',
  centres: ['South Korea', 'Italy', 'Hong Kong'],
  supportEmail: 'support@example.com',
  risk: {
    trading:
      'Crypto prices move fast. You can lose what you put in. Trade only what you can afford to lose.',
    futures:
      'A timed future can lose part or all of its stake within minutes. Outcomes are decided by recorded prices that you can check.',
    loans: 'A loan must be repaid with interest. Late payment adds a daily penalty.',
  },
} as const
