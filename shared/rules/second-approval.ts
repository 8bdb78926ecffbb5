import { type Decimal, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'

/** Used unless the operator configures another amount. */
export const SECOND_APPROVAL_ABOVE_USD_DEFAULT: Decimal = '25000'

/** An amount of one asset and the asset's price in USD; null without a fresh price. */
export interface PricedAmount {
  readonly amount: Decimal
  readonly price: Decimal | null
}

/**
 * The value of an approval: that of the more valuable side of the movement. An order gives one
 * amount and receives another, and either could be worth too much.
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
