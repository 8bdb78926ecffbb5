/**
 * The risk notices of the products.
 *
 * Source: docs/product.md, Operator
 */
export const risk = {
  trading:
    'Crypto prices move fast. You can lose what you put in. Trade only what you can afford to lose.',
  futures:
    'A timed future can lose part or all of its stake within minutes. Outcomes are decided by recorded prices that you can check.',
  loans: 'A loan must be repaid with interest. Late payment adds a daily penalty.',
} as const
