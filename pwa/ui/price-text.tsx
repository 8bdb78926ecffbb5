import { formatPrice } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { classNames } from './class-names.ts'
import { Missing } from './missing.tsx'

interface PriceTextProps {
  /** undefined when there is none or it is too old: never shown as 0. */
  price: Decimal | null | undefined
  /** Compared with the previous price. The caller also says it in words: colour is not enough. */
  direction?: 'up' | 'down' | undefined
  className?: string
}

export function PriceText({ price, direction, className }: PriceTextProps) {
  if (price == null) return <Missing label="Price not available" className={className} />
  return (
    <span className={classNames('num', direction && COLOURS[direction], className)}>
      {formatPrice(price)}
    </span>
  )
}

const COLOURS = { up: 'text-up', down: 'text-down' }
