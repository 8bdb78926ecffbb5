import type { ReactNode } from 'react'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { type Column, column, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money, PriceText } from '#pwa/ui/money.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatCountdown, formatTimestamp } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { durationLabel } from './futures-draft.ts'
import { clockOf, runningResultOf } from './trade-clock.ts'
import { ProfitLoss, SideText, TradeStatus } from './trade-status.tsx'

const trade: Column<FuturesTrade> = column('Trade', 'title', ({ symbol, side }) => (
  <span>
    {symbol} <SideText side={side} />
  </span>
))

const amount: Column<FuturesTrade> = figureColumn('Amount and node', 'note', (row) => (
  <span className="flex gap-1 @2xl:flex-col @2xl:gap-0">
    <Money amount={row.amount} symbol={FUTURES_CURRENCY} as="order" />
    <span className="text-fg-3 text-xs">
      <span aria-hidden="true" className="@2xl:hidden">
        ·{' '}
      </span>
      {durationLabel(row.duration)} at {row.profit_ratio}%
    </span>
  </span>
))

const entry: Column<FuturesTrade> = figureColumn('Entry price', 'line', ({ entry_price }) => (
  <PriceText price={entry_price} />
))

interface Acts<Row> {
  readonly label: string
  /** Stands alone where the columns are many. */
  readonly icon?: ReactNode
  readonly onShow: (trade: Row) => void
}

function actions<Row extends FuturesTrade>(acts: readonly Acts<Row>[]): Column<Row> {
  return {
    header: 'Actions',
    align: 'end',
    phone: 'actions',
    cell: (row) => (
      <span className="inline-flex gap-2">
        {acts.map(({ label, icon, onShow }) => (
          <Button
            key={label}
            size="small"
            icon={icon}
            aria-label={`${label} of ${row.symbol} ${row.side}, ${row.amount} USDT`}
            onClick={() => onShow(row)}
          >
            {icon ? <span className="@2xl:hidden">{label}</span> : label}
          </Button>
        ))}
      </span>
    ),
  }
}

export function runningColumns(
  nowMs: number,
  priceOf: (symbol: string) => Decimal | undefined,
  acts: readonly Acts<TimedTrade>[],
): Column<TimedTrade>[] {
  return [
    trade,
    figureColumn('Time left', 'value', (row) => formatCountdown(clockOf(row, nowMs).leftMs)),
    amount,
    { header: 'Status', phone: 'aside', cell: (row) => <TradeStatus trade={row} /> },
    entry,
    figureColumn('If it ended now', 'line', (row) => (
      <ProfitLoss amount={runningResultOf(row, priceOf(pricedAssetOf(row.symbol)))?.profitLoss} />
    )),
    actions(acts),
  ]
}

export function closedColumns(
  nowMs: number,
  acts: readonly Acts<FuturesTrade>[],
): Column<FuturesTrade>[] {
  return [
    trade,
    figureColumn('Result', 'value', ({ profit_loss }) => <ProfitLoss amount={profit_loss} />),
    amount,
    { header: 'Status', phone: 'aside', cell: (row) => <TradeStatus trade={row} /> },
    { ...entry, wide: true },
    figureColumn('Settlement price', 'line', ({ exit_price }) => <PriceText price={exit_price} />),
    figureColumn('Ended', 'line', ({ expires_at }) => formatTimestamp(expires_at, nowMs)),
    actions(acts),
  ]
}
