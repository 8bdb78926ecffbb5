import {
  formatAmount,
  formatConverted,
  formatOrderAmount,
  formatPortfolioAmount,
  formatUsd,
} from '#shared/format.ts'
import { type Decimal, formatUnits, type Units } from '#shared/money.ts'
import { classNames } from './class-names.ts'
import { Missing } from './missing.tsx'

interface MoneyProps {
  amount: Decimal | Units | null | undefined
  /** The asset's symbol, shown behind the amount; a dollar value has none. */
  symbol?: string
  /** amount: 8 decimals. converted: 6. order and portfolio: as those lists show them. */
  as?: 'amount' | 'converted' | 'order' | 'portfolio' | 'usd'
  className?: string
}

export function Money({ amount, symbol, as = 'amount', className }: MoneyProps) {
  if (amount == null) return <Missing className={className} />
  return (
    <span className={classNames('num', className)}>
      {FORMATS[as](typeof amount === 'bigint' ? formatUnits(amount) : amount)}
      {symbol && <span className="text-[0.85em] text-fg-3"> {symbol}</span>}
    </span>
  )
}

const FORMATS = {
  amount: formatAmount,
  converted: formatConverted,
  order: formatOrderAmount,
  portfolio: formatPortfolioAmount,
  usd: formatUsd,
}
