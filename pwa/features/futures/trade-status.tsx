import { CircleArrowDown, CircleArrowUp, CircleEqual, CircleSlash } from 'lucide-react'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Missing, PriceText } from '#pwa/ui/money.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatDifference } from '#shared/format.ts'
import { type Decimal, parseUnits, type Units } from '#shared/money.ts'
import { endOf, type FuturesSide } from '#shared/rules/futures.ts'
import { msg, t } from '#shared/text/t.ts'

const KNOWN: readonly string[] = ['opening', 'pending', 'completed', 'rejected']

/** Any other status is shown in blue. */
export function TradeStatus({ trade: { status, result, entry_price } }: { trade: FuturesTrade }) {
  if (!KNOWN.includes(status)) return <Badge tone="info">{status}</Badge>
  if (result === 'void') {
    return (
      <StatusBadge
        status={status}
        label={entry_price === null ? t('Rejected: not opened') : t('Rejected: void')}
      />
    )
  }
  return <StatusBadge status={endOf({ status, result })} />
}

/** The label of a trade's result. A trade without an entry was not opened. */
export function endTitleOf({ result, entry_price }: FuturesTrade): string {
  if (result !== 'void') return t('Trade Completed')
  return entry_price === null ? t('Trade Not Opened') : t('Trade Voided')
}

export const RESULT_WORDS = {
  win: msg('Won'),
  loss: msg('Lost'),
  tie: msg('Tie'),
  void: msg('Void'),
} as const

const ICONS = {
  win: [CircleArrowUp, 'text-up'],
  loss: [CircleArrowDown, 'text-down'],
  tie: [CircleEqual, 'text-fg-2'],
  void: [CircleSlash, 'text-fg-3'],
} as const

export function ResultIcon({ trade, className }: { trade: FuturesTrade; className: string }) {
  if (!trade.result) return null
  const [Icon, tone] = ICONS[trade.result]
  return <Icon aria-hidden="true" className={classNames('shrink-0', tone, className)} />
}

interface ProfitLossProps {
  /** Signed, in USDT; undefined if it cannot be known. */
  amount: Decimal | null | undefined
  className?: string | undefined
}

/**
 * A profit or a loss, with colour, sign and arrow, so that it does not depend on one of them alone.
 */
export function ProfitLoss({ amount, className }: ProfitLossProps) {
  if (amount == null) return <Missing className={className} />
  const [colour, arrow] = lookOf(parseUnits(amount))
  return (
    <bdi dir="ltr" className={classNames('num', colour, className)}>
      {arrow && (
        <span aria-hidden="true" className="me-1 text-[0.7em]">
          {arrow}
        </span>
      )}
      <Own>{formatDifference(amount)}</Own>
      <span className="text-[0.85em]"> USDT</span>
    </bdi>
  )
}

/** "BTC/USDT long", in the words of a sentence or a name. */
export function tradeName({ symbol, side }: Pick<FuturesTrade, 'symbol' | 'side'>): string {
  return t('{symbol} {side, select, long {long} other {short}}', { symbol, side })
}

function lookOf(units: Units): readonly [colour: string, arrow: string] {
  if (units === 0n) return ['text-fg-2', '']
  return units > 0n ? ['text-up', '▲'] : ['text-down', '▼']
}

export function SideText({ side }: { side: FuturesSide }) {
  const [colour, arrow] = side === 'long' ? ['text-up', '▲'] : ['text-down', '▼']
  return (
    <span className={classNames('whitespace-nowrap', colour)}>
      <span aria-hidden="true" className="text-[0.7em]">
        {arrow}
      </span>{' '}
      {side === 'long' ? t('Long') : t('Short')}
    </span>
  )
}

/** A price that decides a trade; empty before it is recorded, or if no price arrived. */
export function TradePrice({ price }: { price: Decimal | null }) {
  return price === null ? <Missing label={t('None')} /> : <PriceText price={price} />
}
