import { readBalances } from '#server/ledger/balances.ts'
import { firstMovementOf, type HeldAt, readHeldAt } from '#server/queries/balance-history.ts'
import type { Services } from '#server/services.ts'
import type { PortfolioHistory } from '#shared/contract/portfolio.ts'
import { type Decimal, formatUnits } from '#shared/money.ts'
import { valuePortfolio } from '#shared/rules/portfolio.ts'
import { momentsOf, type ValueRange } from '#shared/rules/portfolio-history.ts'
import { instantOf } from '#shared/time.ts'

type Needs = Pick<Services, 'pool' | 'prices' | 'clock'>

type Held = Pick<HeldAt, 'symbol' | 'amount'>

/**
 * The value of a user's balances over time, from the balances in the log and the recorded prices.
 * Nothing is stored for it, so a rebuilt journal gives the same result.
 *
 * Units    USDT, each asset rounded down
 */
export async function readValueHistory(
  { pool, prices, clock }: Needs,
  owner: bigint,
  range: ValueRange,
): Promise<PortfolioHistory> {
  const nowMs = clock.now()
  const firstMs = await firstMovementOf(pool, owner)
  const { stepMs, moments } = momentsOf(range, { firstMs: firstMs ?? nowMs, nowMs })
  if (firstMs === undefined) return { range, stepMs, points: [], unpriced: [] }

  const held = await readHeldAt(pool, owner, moments)
  const symbols = [...new Set(held.map(({ symbol }) => symbol))]
  const closeAt = await prices.closesAt(symbols, moments, stepMs)
  const unpriced = new Set<string>()
  const byMoment = Map.groupBy(held, ({ epochMs }) => epochMs)
  const past = moments.map((epochMs) => ({
    at: instantOf(epochMs),
    value: worthOf(byMoment.get(epochMs) ?? [], (symbol) => closeAt(symbol, epochMs), unpriced),
  }))
  const current = (symbol: string) => prices.current(symbol)?.price
  const balances = await readBalances(pool, owner)
  const holding = balances.map(({ symbol, available, frozen }) => ({
    symbol,
    amount: available + frozen,
  }))
  const now = { at: instantOf(nowMs), value: worthOf(holding, current, unpriced) }
  return { range, stepMs, points: [...past, now], unpriced: [...unpriced] }
}

/** null if a part of it is not known: a sum of the rest would be a wrong number. */
function worthOf(
  held: readonly Held[],
  priceOf: (symbol: string) => Decimal | undefined,
  missing: Set<string>,
): Decimal | null {
  const { total, unpriced } = valuePortfolio(
    held.map(({ symbol, amount }) => ({ symbol, available: formatUnits(amount), frozen: '0' })),
    (symbol) => {
      const price = priceOf(symbol)
      return price === undefined ? undefined : { price }
    },
  )
  for (const symbol of unpriced) missing.add(symbol)
  return unpriced.length > 0 ? null : total
}
