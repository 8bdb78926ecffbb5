import type { LiabilityPart } from '#server/projections/open-liabilities.ts'
import type { readOpenLiabilities } from '#server/queries/open-liabilities.ts'
import type { Analytics, Liability } from '#shared/contract/analytics.ts'
import { type Decimal, formatUnits, multiplyUnits, parseUnits } from '#shared/money.ts'
import { earliestOf, type KnownPrice } from '#shared/rules/portfolio.ts'
import { knownSumOf } from './figures.ts'

type Parts = Awaited<ReturnType<typeof readOpenLiabilities>>
type PriceOf = (symbol: string) => KnownPrice | undefined

/**
 * Amounts owed and promised to users, by asset, the most valuable first; and the loans that users
 * owe.
 * they owe.
 *
 * Units    whole assets; values in USD at the last known price, rounded down; asOf: since when one
 *          of these prices has been stale
 */
export function presentLiabilities(parts: Parts, priceOf: PriceOf): Analytics['liabilities'] {
  const assets = [...Map.groupBy(parts, ({ symbol }) => symbol)]
    .map(([symbol, own]) => liabilityOf(symbol, own, priceOf))
    .filter(({ total, loans }) => total !== '0' || loans !== '0')
    .sort(byValue)
  const loanValues = assets.map(({ symbol, loans }) => worthOf(loans, priceOf(symbol)?.price))
  return {
    assets,
    value: knownSumOf(assets.map(({ value }) => value)),
    loansValue: knownSumOf(loanValues),
    asOf: earliestOf(assets.flatMap(({ symbol }) => priceOf(symbol)?.staleSince ?? [])) ?? null,
    unpriced: assets.filter(({ value }) => value === null).map(({ symbol }) => symbol),
  }
}

function liabilityOf(symbol: string, parts: Parts, priceOf: PriceOf): Liability {
  const unitsOf = (wanted: LiabilityPart) =>
    parts.filter(({ part }) => part === wanted).reduce((sum, { amount }) => sum + amount, 0n)
  const [available, frozen] = [unitsOf('available'), unitsOf('frozen')]
  const [interest, payout] = [unitsOf('interest'), unitsOf('payout')]
  const total = formatUnits(available + frozen + interest + payout)
  return {
    symbol,
    available: formatUnits(available),
    frozen: formatUnits(frozen),
    stakingInterest: formatUnits(interest),
    futuresPayouts: formatUnits(payout),
    total,
    loans: formatUnits(unitsOf('loan')),
    value: worthOf(total, priceOf(symbol)?.price),
  }
}

function worthOf(amount: Decimal, price: Decimal | undefined): Decimal | null {
  if (amount === '0') return '0'
  if (price === undefined) return null
  return formatUnits(multiplyUnits(parseUnits(amount), parseUnits(price), 'down'))
}

/** Assets without a price come last. */
function byValue(a: Liability, b: Liability): number {
  const [left, right] = [a, b].map(({ value }) => (value === null ? -1n : parseUnits(value)))
  if (left !== undefined && right !== undefined && left !== right) return left < right ? 1 : -1
  return a.symbol.localeCompare(b.symbol)
}
