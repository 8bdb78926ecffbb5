import { formatChange } from '#shared/format.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { classNames } from './class-names.ts'
import { Missing } from './money.tsx'

/** A change in percent: colour, sign and arrow, so that none of them is needed alone. */
export function ChangeText({
  percent,
  className,
}: {
  percent: Decimal | null | undefined
  className?: string
}) {
  if (percent == null) return <Missing className={className} />
  const units = parseUnits(percent)
  const look = lookOf(units)
  return (
    <span className={classNames('num', look.colour, className)}>
      <span aria-hidden="true" className="mr-1 text-[0.75em]">
        {look.arrow}
      </span>
      {formatChange(percent)}
    </span>
  )
}

function lookOf(units: bigint) {
  if (units > 0n) return { colour: 'text-up', arrow: '▲' }
  if (units < 0n) return { colour: 'text-down', arrow: '▼' }
  return { colour: 'text-fg-3', arrow: '' }
}
