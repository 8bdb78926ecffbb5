import { type Decimal, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'

/** Where the operator sets nothing: two people look at what would hurt to lose. */
export const SECOND_APPROVAL_ABOVE_USD_DEFAULT: Decimal = '10000'

/** An amount of one asset, and what one of it is worth in USD; null: no fresh price. */
export interface PricedAmount {
  readonly amount: Decimal
  readonly price: Decimal | null
}

/**
 * What an approval is worth: the most valuable of the amounts that it moves. An order moves two, and
 * the one that matters is the one that a member of staff could give away with it.
 *
 * Units    1e-8 USD, rounded up; null where an amount has no price
 */
export function approvalValue(amounts: readonly PricedAmount[]): Units | null {
  let most = 0n
  for (const { amount, price } of amounts) {
    if (price === null) return null
    const value = multiplyUnits(parseUnits(amount), parseUnits(price), 'up')
    if (value > most) most = value
  }
  return most
}

/** Above the set amount two people approve; so they do where nobody knows what it is worth. */
export function needsSecondApproval(value: Units | null, above: Decimal): boolean {
  return value === null || value > parseUnits(above)
}
