import {
  formatAmount,
  formatChange,
  formatOrderAmount,
  formatPortfolioAmount,
  formatPrice,
  formatSignedAmount,
  formatUsd,
} from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'
import { Own } from './own-amounts.tsx'

interface MoneyProps {
  amount: Decimal | Units | null | undefined
  /** The asset's symbol, shown behind the amount; a dollar value has none. */
  symbol?: string
  /** amount: 8 decimals; signed: with + or −. order and portfolio: as those lists show them. */
  as?: 'amount' | 'signed' | 'order' | 'portfolio' | 'usd'
  className?: string
}

/** Reads from left to right in every language: a sign belongs before its figure. */
export function Money({ amount, symbol, as = 'amount', className }: MoneyProps) {
  if (amount == null) return <Missing className={className} />
  return (
    <bdi dir="ltr" className={classNames('num', className)}>
      <Own>{FORMATS[as](typeof amount === 'bigint' ? formatUnits(amount) : amount)}</Own>
      {symbol && <span className="text-[0.85em] text-fg-3"> {symbol}</span>}
    </bdi>
  )
}

const FORMATS = {
  amount: formatAmount,
  signed: formatSignedAmount,
  order: formatOrderAmount,
  portfolio: formatPortfolioAmount,
  usd: formatUsd,
}

interface PriceTextProps {
  /** undefined when there is none or it is too old: never shown as 0. */
  price: Decimal | null | undefined
  /**
   * Compared with the previous price. The caller also shows it in words, because colour is not
   * enough.
   */
  direction?: 'up' | 'down' | undefined
  className?: string
}

export function PriceText({ price, direction, className }: PriceTextProps) {
  if (price == null) {
    return <span className="font-normal text-fg-3 text-xs">{t('Price not available')}</span>
  }
  return (
    <bdi dir="ltr" className={classNames('num', direction && COLOURS[direction], className)}>
      {formatPrice(price)}
    </bdi>
  )
}

const COLOURS = { up: 'text-up', down: 'text-down' }

interface MissingProps {
  label?: string
  className?: string | undefined
}

/** Shown for an unknown number. */
export function Missing({ label = t('Not available'), className }: MissingProps) {
  return (
    <span className={classNames('text-fg-3', className)}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A change in percent. Sign and arrow repeat what the colour says. */
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
    <bdi dir="ltr" className={classNames('num', look.colour, className)}>
      <span aria-hidden="true" className="me-1 text-[0.75em]">
        {look.arrow}
      </span>
      {formatChange(percent)}
    </bdi>
  )
}

function lookOf(units: bigint) {
  if (units > 0n) return { colour: 'text-up', arrow: '▲' }
  if (units < 0n) return { colour: 'text-down', arrow: '▼' }
  return { colour: 'text-fg-3', arrow: '' }
}
