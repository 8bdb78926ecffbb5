import type { Slice } from '#pwa/ui/charts/allocation-ring.tsx'
import { ASSETS, type Asset } from '#shared/assets.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'

/** Colours that can be told apart; everything smaller shares one. */
const SLICES_MAX = 5

interface Share {
  readonly symbol: string
  readonly percent: Decimal
}

/** The largest shares, and the rest as one; the largest come first already. */
export function slicesOf(shares: readonly Share[]): Slice[] {
  const named = shares.slice(0, SLICES_MAX)
  const rest = shares.slice(SLICES_MAX)
  const slices = named.map(({ symbol, percent }) => ({ label: symbol, percent: Number(percent) }))
  if (rest.length === 0) return slices
  const sum = rest.reduce((total, { percent }) => total + parseUnits(percent), 0n)
  return [...slices, { label: t('Other'), percent: Number(formatUnits(sum)) }]
}

/** The listed assets of which nothing is held. */
export function restOf(held: readonly Share[]): Asset[] {
  return ASSETS.filter(({ symbol }) => !held.some((share) => share.symbol === symbol))
}

export function sliceIndexOf(shares: readonly Share[], symbol: string): number {
  return Math.min(
    shares.findIndex((share) => share.symbol === symbol),
    SLICES_MAX,
  )
}
