import { Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { type TimedTrade, useFuturesStore } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatCountdown, formatLimit, formatTimestamp } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { nodeText } from './futures-draft.ts'
import { clockOf, runningResultOf } from './trade-clock.ts'
import { TradeDetailsDialog } from './trade-details-dialog.tsx'
import { ProfitLoss, SideText, TradePrice, TradeStatus, tradeName } from './trade-status.tsx'
import { useFutures, useNowMs, useWatchedPrices } from './use-futures.ts'

export type FuturesTab = 'transaction' | 'closed'

/** Transaction: running trades. Closed: all others. */
export function TradeLists({ tab, onTab }: { tab: FuturesTab; onTab: (tab: FuturesTab) => void }) {
  const { running, closed, hasMore } = useFutures()
  const [shown, setShown] = useState<FuturesTrade>()
  return (
    <Card>
      <Tabs
        label={t('Trades')}
        value={tab}
        onValueChange={(value) => onTab(value === 'closed' ? 'closed' : 'transaction')}
        tabs={[
          {
            value: 'transaction',
            label: t('Transaction'),
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
            label: t('Closed'),
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
        label={t('Transaction')}
        query={futures}
        failed={t('Failed to fetch trades.')}
        columns={runningColumns(nowMs, priceOf, [
          {
            label: t('Countdown'),
            nameOf: (trade) => t('Countdown of {trade}', { trade }),
            icon: <Timer className="size-4" />,
            onShow: openCountdown,
          },
          detailsAct(onDetails),
        ])}
        rows={futures.running}
        rowKey={({ id }) => id}
        expected={1}
        empty={
          <EmptyState icon={<Timer className="size-5" />} title={t('No running trades')}>
            {t('Open one above: it counts down here and settles automatically.')}
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
          label={t('Closed')}
          query={futures}
          failed={t('Failed to fetch trades.')}
          columns={closedColumns(nowMs, [detailsAct(onDetails)])}
          rows={futures.closed}
          rowKey={({ id }) => id}
          expected={3}
          empty={
            <EmptyState icon={<Timer className="size-5" />} title={t('No closed trades')}>
              {t('Trades appear here once they end, with the prices that decided them.')}
            </EmptyState>
          }
        />
      </div>
      <Checkbox
        label={t('Show archived')}
        checked={showArchived}
        onChange={(event) => setShowArchived(event.target.checked)}
      />
    </>
  )
}

/** The columns that running and closed trades share. */
function commonColumns(): Record<'trade' | 'amount' | 'status' | 'entry', Column<FuturesTrade>> {
  return {
    trade: column(t('{use, select, one {Trade} other {Trade}}', { use: 'one' }), 'title', (row) => (
      <span>
        <bdi>{row.symbol}</bdi> <SideText side={row.side} />
      </span>
    )),
    amount: figureColumn(t('Amount and node'), 'note', (row) => (
      <span className="flex gap-1 @2xl:flex-col @2xl:gap-0">
        <Money amount={row.amount} symbol={FUTURES_CURRENCY} as="order" />
        <span className="text-fg-3 text-xs">
          <span aria-hidden="true" className="@2xl:hidden">
            ·{' '}
          </span>
          {nodeText(row)}
        </span>
      </span>
    )),
    status: column(t('Status'), 'aside', (row) => <TradeStatus trade={row} />),
    entry: figureColumn(t('Entry price'), 'line', ({ entry_price }) => (
      <TradePrice price={entry_price} />
    )),
  }
}

interface Acts<Row> {
  readonly label: string
  /** The same with the trade that it concerns, for screen readers. */
  readonly nameOf: (trade: string) => string
  /** Has its own column if there are many columns. */
  readonly icon?: ReactNode
  readonly onShow: (trade: Row) => void
}

function detailsAct(onShow: (trade: FuturesTrade) => void): Acts<FuturesTrade> {
  return { label: t('Details'), nameOf: (trade) => t('Details of {trade}', { trade }), onShow }
}

function actions<Row extends FuturesTrade>(acts: readonly Acts<Row>[]): Column<Row> {
  return {
    header: t('Actions'),
    align: 'end',
    phone: 'actions',
    cell: (row) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {acts.map((act) => (
          <ActButton key={act.label} act={act} trade={row} />
        ))}
      </span>
    ),
  }
}

interface ActButtonProps<Row> {
  act: Acts<Row>
  trade: Row
}

function ActButton<Row extends FuturesTrade>({ act, trade }: ActButtonProps<Row>) {
  const { label, nameOf, icon, onShow } = act
  const isHidden = useAmountsHidden()
  const name = tradeName(trade)
  const amount = formatLimit(trade.amount)
  return (
    <Button
      size="small"
      icon={icon}
      aria-label={nameOf(isHidden ? name : t('{trade}, {amount} USDT', { trade: name, amount }))}
      onClick={() => onShow(trade)}
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
  const { trade, amount, status, entry } = commonColumns()
  return [
    trade,
    figureColumn(t('Time left'), 'value', (row) =>
      row.status === 'opening' ? t('Opening') : formatCountdown(clockOf(row, nowMs).leftMs),
    ),
    amount,
    status,
    entry,
    figureColumn(t('If it ended now'), 'line', (row) => (
      <ProfitLoss amount={runningResultOf(row, priceOf(pricedAssetOf(row.symbol)))?.profitLoss} />
    )),
    actions(acts),
  ]
}

function closedColumns(nowMs: number, acts: readonly Acts<FuturesTrade>[]): Column<FuturesTrade>[] {
  const { trade, amount, status, entry } = commonColumns()
  return [
    trade,
    figureColumn(t('Result'), 'value', ({ profit_loss }) => <ProfitLoss amount={profit_loss} />),
    amount,
    status,
    { ...entry, wide: true },
    figureColumn(t('Settlement price'), 'line', ({ exit_price }) => (
      <TradePrice price={exit_price} />
    )),
    figureColumn(t('Ended'), 'line', (row) =>
      formatTimestamp(row.expires_at ?? row.settled_at ?? row.created_at, nowMs),
    ),
    actions(acts),
  ]
}
