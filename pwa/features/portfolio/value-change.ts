import type { ValueExtent } from '#pwa/ui/value-line.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

export interface ValueChange {
  /** In USDT, with its sign. */
  readonly difference: Decimal
  /** Of what it was; undefined where it was nothing. */
  readonly percent: Decimal | undefined
}

/**
 * From the first known value of a range to the last: prices, deposits, withdrawals and all.
 *
 * Units    USDT; percent, rounded towards zero
 */
export function valueChangeOf({ first, last }: ValueExtent): ValueChange {
  const from = parseUnits(first.value)
  const difference = parseUnits(last.value) - from
  return {
    difference: formatUnits(difference),
    percent: from === 0n ? undefined : formatUnits((difference * HUNDRED) / from),
  }
}

const HUNDRED = parseUnits('100')
