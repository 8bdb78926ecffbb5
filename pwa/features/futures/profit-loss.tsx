import { classNames } from '#pwa/ui/class-names.ts'
import { Missing } from '#pwa/ui/missing.tsx'
import { formatDifference } from '#shared/format.ts'
import { type Decimal, parseUnits, type Units } from '#shared/money.ts'
import type { FuturesSide } from '#shared/rules/futures.ts'

interface ProfitLossProps {
  /** Signed, in USDT; undefined where it cannot be known. */
  amount: Decimal | null | undefined
  className?: string | undefined
}

/** A profit or a loss: colour, sign and arrow, so that none of them is needed alone. */
export function ProfitLoss({ amount, className }: ProfitLossProps) {
  if (amount == null) return <Missing className={className} />
  const [colour, arrow] = lookOf(parseUnits(amount))
  return (
    <span className={classNames('num', colour, className)}>
      {arrow && (
        <span aria-hidden="true" className="mr-1 text-[0.7em]">
          {arrow}
        </span>
      )}
      {formatDifference(amount)}
      <span className="text-[0.85em]"> USDT</span>
    </span>
  )
}

function lookOf(units: Units): readonly [colour: string, arrow: string] {
  if (units === 0n) return ['text-fg-2', '']
  return units > 0n ? ['text-up', '▲'] : ['text-down', '▼']
}

/** Long looks up, short looks down. */
export function SideText({ side }: { side: FuturesSide }) {
  return side === 'long' ? (
    <span className="whitespace-nowrap text-up">
      <span aria-hidden="true" className="text-[0.7em]">
        ▲
      </span>{' '}
      Long
    </span>
  ) : (
    <span className="whitespace-nowrap text-down">
      <span aria-hidden="true" className="text-[0.7em]">
        ▼
      </span>{' '}
      Short
    </span>
  )
}
