import type { Reserves } from '#shared/contract/reserves.ts'
import { parseUnits } from '#shared/money.ts'

type Asset = Reserves['assets'][number]

/**
 * Reserves in percent of liabilities, rounded down to one decimal: it never shows 100 for less.
 * Undefined where one of them is unknown or nothing is owed.
 */
export function coverageOf({ reserves, reserves_as_of, liabilities }: Asset): string | undefined {
  if (reserves_as_of === null || liabilities === null) return undefined
  const owed = parseUnits(liabilities)
  if (owed === 0n) return undefined
  const tenths = (parseUnits(reserves) * 1_000n) / owed
  return `${tenths / 10n}.${tenths % 10n}`
}

/** Assets that are held or owed; others are irrelevant. */
export function isShown({ symbol, liabilities }: Asset, { addresses }: Reserves): boolean {
  return liabilities !== null || isHeld(symbol, addresses)
}

export function isHeld(symbol: string, addresses: Reserves['addresses']): boolean {
  return addresses.some((address) => address.symbol === symbol)
}
