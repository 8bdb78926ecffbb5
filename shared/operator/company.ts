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
} as const
