import type { PublishedLiabilities } from '#server/queries/published-liabilities.ts'
import type * as contract from '#shared/contract/reserves.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { RESERVE_SYMBOLS } from '#shared/rules/reserves.ts'
import { instantOf } from '#shared/time.ts'
import type { Reserve } from './decider.ts'

/** Reserves beside liabilities; an unknown value is null, never 0. */
export function presentReserves(
  entries: readonly Reserve[],
  published: PublishedLiabilities | undefined,
): contract.Reserves {
  const symbols = new Set([...RESERVE_SYMBOLS, ...(published?.totals.keys() ?? [])])
  const liabilitiesAt = published ? instantOf(published.at.getTime()) : null
  return {
    assets: [...symbols].map((symbol) => {
      const own = entries.filter((entry) => entry.symbol === symbol)
      const liabilities = published?.totals.get(symbol) ?? null
      return {
        symbol,
        ...sumOf(own),
        liabilities,
        liabilities_as_of: liabilities === null ? null : liabilitiesAt,
      }
    }),
    addresses: entries.map(presentReserve),
  }
}

function sumOf(entries: readonly Reserve[]) {
  const known = entries.flatMap(({ balance }) => balance ?? [])
  const times = known.map(({ asOf }) => asOf).sort()
  return {
    reserves: formatUnits(known.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)),
    reserves_as_of: known.length === entries.length ? (times[0] ?? null) : null,
  }
}

function presentReserve({ addedAt, balance, ...entry }: Reserve): contract.ReserveAddress {
  return {
    ...entry,
    added_at: addedAt,
    balance: balance && { amount: balance.amount, as_of: balance.asOf, source: balance.source },
  }
}
