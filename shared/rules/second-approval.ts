import { type Decimal, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'

/** Used unless the operator configures another amount. */
export const SECOND_APPROVAL_ABOVE_USD_DEFAULT: Decimal = '25000'

/** An amount of one asset, and what one of it is worth in USD; null: no fresh price. */
export interface PricedAmount {
  readonly amount: Decimal
  readonly price: Decimal | null
}

/**
 * What an approval is worth: the more valuable of the ways in which it moves money. An order gives
 * one amount and gets another, and what matters is what could be given away with it.
 *
 * Units    1e-8 USD, rounded up; null where an amount has no price
 */
export function approvalValue(ways: readonly (readonly PricedAmount[])[]): Units | null {
  let most = 0n
  for (const way of ways) {
    const value = sumOf(way)
    if (value === null) return null
    if (value > most) most = value
  }
  return most
}

function sumOf(amounts: readonly PricedAmount[]): Units | null {
  let sum = 0n
  for (const { amount, price } of amounts) {
    if (price === null) return null
    sum += multiplyUnits(parseUnits(amount), parseUnits(price), 'up')
  }
  return sum
}

/** Two people approve above the configured amount, and if the value is unknown. */
export function needsSecondApproval(value: Units | null, above: Decimal): boolean {
  return value === null || value > parseUnits(above)
}
