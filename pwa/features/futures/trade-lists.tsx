import { Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { type TimedTrade, useFuturesStore } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { useAmountInName } from '#pwa/ui/own-amounts.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatCountdown, formatTimestamp } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { durationLabel } from './futures-draft.ts'
import { clockOf, runningResultOf } from './trade-clock.ts'
import { TradeDetailsDialog } from './trade-details-dialog.tsx'
import { ProfitLoss, SideText, TradePrice, TradeStatus } from './trade-status.tsx'
import { useFutures, useNowMs, useWatchedPrices } from './use-futures.ts'

export type FuturesTab = 'transaction' | 'closed'

/** Transaction: what runs. Closed: everything else. */
export function TradeLists({ tab, onTab }: { tab: FuturesTab; onTab: (tab: FuturesTab) => void }) {
  const { running, closed, hasMore } = useFutures()
  const [shown, setShown] = useState<FuturesTrade>()
  return (
    <Card>
      <Tabs
        label="Trades"
        value={tab}
        onValueChange={(value) => onTab(value === 'closed' ? 'closed' : 'transaction')}
        tabs={[
          {
            value: 'transaction',
            label: 'Transaction',
            count: running?.length,
            hasMore: hasMore && closed?.length === 0,
            content: (
              <OwnAmounts>
                <RunningTrades onDetails={setShown} />
              </OwnAmounts>
            ),
          },
          {
            value: 'closed',
            label: 'Closed',
            content: (
              <OwnAmounts>
                <ClosedTrades onDetails={setShown} />
              </OwnAmounts>
            ),
          },
        ]}
      />
      {shown && <TradeDetailsDialog trade={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

interface ListProps {
  onDetails: (trade: FuturesTrade) => void
}

function RunningTrades({ onDetails }: ListProps) {
  const futures = useFutures()
  const { priceOf } = useWatchedPrices()
  const nowMs = useNowMs(SECOND_MS)
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  return (
    <div className="-mx-4">
      <DataList
        label="Transaction"
        query={futures}
        failed="Failed to fetch trades."
        columns={runningColumns(nowMs, priceOf, [
          { label: 'Countdown', icon: <Timer className="size-4" />, onShow: openCountdown },
          { label: 'Details', onShow: onDetails },
        ])}
        rows={futures.running}
        rowKey={({ id }) => id}
        expected={1}
        empty={
          <EmptyState icon={<Timer className="size-5" />} title="No running trades">
            Open one above: it counts down here and settles automatically.
          </EmptyState>
        }
      />
    </div>
  )
}

function ClosedTrades({ onDetails }: ListProps) {
  const [showArchived, setShowArchived] = useState(false)
  const futures = useFutures(showArchived)
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <>
      <div className="-mx-4">
        <DataList
          label="Closed"
          query={futures}
          failed="Failed to fetch trades."
          columns={closedColumns(nowMs, [{ label: 'Details', onShow: onDetails }])}
          rows={futures.closed}
          rowKey={({ id }) => id}
          expected={3}
          empty={
            <EmptyState icon={<Timer className="size-5" />} title="No closed trades">
              Trades appear here once they end, with the prices that decided them.
            </EmptyState>
          }
        />
      </div>
      <Checkbox
        label="Show archived"
        checked={showArchived}
        onChange={(event) => setShowArchived(event.target.checked)}
      />
    </>
  )
}

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
  <TradePrice price={entry_price} />
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
          <ActButton key={label} label={label} icon={icon} trade={row} onShow={() => onShow(row)} />
        ))}
      </span>
    ),
  }
}

interface ActButtonProps {
  label: string
  icon: ReactNode
  trade: FuturesTrade
  onShow: () => void
}

function ActButton({ label, icon, trade: { symbol, side, amount: sum }, onShow }: ActButtonProps) {
  const named = useAmountInName()
  return (
    <Button
      size="small"
      icon={icon}
      aria-label={named(`${label} of ${symbol} ${side}`, `, ${sum} USDT`)}
      onClick={onShow}
    >
      {icon ? <span className="@2xl:hidden">{label}</span> : label}
    </Button>
  )
}

function runningColumns(
  nowMs: number,
  priceOf: (symbol: string) => Decimal | undefined,
  acts: readonly Acts<TimedTrade>[],
): Column<TimedTrade>[] {
  return [
    trade,
    figureColumn('Time left', 'value', (row) =>
      row.status === 'opening' ? 'Opening' : formatCountdown(clockOf(row, nowMs).leftMs),
    ),
    amount,
    { header: 'Status', phone: 'aside', cell: (row) => <TradeStatus trade={row} /> },
    entry,
    figureColumn('If it ended now', 'line', (row) => (
      <ProfitLoss amount={runningResultOf(row, priceOf(pricedAssetOf(row.symbol)))?.profitLoss} />
    )),
    actions(acts),
  ]
}

function closedColumns(nowMs: number, acts: readonly Acts<FuturesTrade>[]): Column<FuturesTrade>[] {
  return [
    trade,
    figureColumn('Result', 'value', ({ profit_loss }) => <ProfitLoss amount={profit_loss} />),
    amount,
    { header: 'Status', phone: 'aside', cell: (row) => <TradeStatus trade={row} /> },
    { ...entry, wide: true },
    figureColumn('Settlement price', 'line', ({ exit_price }) => <TradePrice price={exit_price} />),
    figureColumn('Ended', 'line', (row) =>
      formatTimestamp(row.expires_at ?? row.settled_at ?? row.created_at, nowMs),
    ),
    actions(acts),
  ]
}
