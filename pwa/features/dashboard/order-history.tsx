import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { OrderPrice, OrderResult, OrderTitle, USER_COLUMN } from '#pwa/components/order-columns.tsx'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { Badge, StatusBadge, type Tone } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import type { ListQuery } from '#pwa/ui/paged-list.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminFuturesTrade } from '#shared/contract/futures.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import {
  formatAmount,
  formatCountdown,
  formatDifference,
  formatOrderAmount,
  formatPrice,
} from '#shared/format.ts'
import { SECOND_MS } from '#shared/time.ts'
import { useAllFutures, useSpotHistory } from './use-dashboard.ts'

type Kind = 'spot' | 'futures'

export function OrderHistoryTable() {
  const [kind, setKind] = useState<Kind>('spot')
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Kind of order"
        className="w-full sm:w-64"
        value={kind}
        onValueChange={setKind}
        options={[
          { value: 'spot', label: 'Spot' },
          { value: 'futures', label: 'Futures' },
        ]}
      />
      {kind === 'spot' ? <SpotHistory /> : <FuturesHistory />}
    </div>
  )
}

function SpotHistory() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const orders = useSpotHistory(search)
  return (
    <>
      <SearchField
        label="Search orders"
        placeholder="Name, email or ID"
        value={typed}
        onChange={setTyped}
      />
      <HistoryList
        query={orders}
        rows={orders.data?.flat()}
        columns={SPOT_COLUMNS}
        empty={search === '' ? 'No order history found' : 'Nothing matches this search.'}
      />
    </>
  )
}

function FuturesHistory() {
  const trades = useAllFutures()
  return (
    <HistoryList
      query={trades}
      rows={trades.data?.flat()}
      columns={FUTURES_COLUMNS}
      empty="No futures trades found"
    />
  )
}

interface HistoryListProps<Row> {
  query: ListQuery
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  empty: string
}

function HistoryList<Row extends { id: string }>({
  query,
  rows,
  columns,
  empty,
}: HistoryListProps<Row>) {
  return (
    <Card flush>
      <DataList
        label="Order History"
        query={query}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<ClipboardList className="size-5" />} title={empty} />}
      />
    </Card>
  )
}

const SPOT_COLUMNS: readonly Column<AdminOrder>[] = [
  column('Order', 'title', (order) => <OrderTitle order={order} at={order.createdAt} />),
  {
    ...figureColumn('Amount', 'value', ({ amount, executedAmount }) =>
      formatOrderAmount(executedAmount ?? amount),
    ),
    wide: true,
  },
  figureColumn('Price', 'line', (order) => <OrderPrice {...order} />),
  figureColumn('Result', 'line', (order) => <OrderResult {...order} />),
  USER_COLUMN,
  column('Status', 'aside', ({ status }) => <StatusBadge status={status} />),
  column('Reviewed', 'line', ({ reviewedBy, reason }) => (
    <span className="block max-w-36 text-right text-xs md:text-left">
      <span className="wrap-anywhere block">{reviewedBy}</span>
      {reason && <span className="wrap-anywhere line-clamp-3 block text-fg-3">{reason}</span>}
    </span>
  )),
]

const FUTURES_COLUMNS: readonly Column<AdminFuturesTrade>[] = [
  column('Order', 'title', (trade) => <OrderTitle order={trade} at={trade.created_at} />),
  figureColumn('Stake', 'value', ({ amount }) => `${formatAmount(amount)} USDT`),
  figureColumn('Duration', 'line', ({ duration }) => formatCountdown(duration * SECOND_MS)),
  figureColumn('Entry', 'line', ({ entry_price }) => entry_price && formatPrice(entry_price)),
  figureColumn('Exit', 'line', ({ exit_price }) => exit_price && formatPrice(exit_price)),
  USER_COLUMN,
  figureColumn('Result', 'line', ({ profit_loss }) =>
    profit_loss === null ? 'Open' : `${formatDifference(profit_loss)} USDT`,
  ),
  column('Status', 'aside', (trade) => <FuturesEnd trade={trade} />),
]

const ENDS: Readonly<
  Record<NonNullable<AdminFuturesTrade['result']>, readonly [label: string, tone: Tone]>
> = {
  win: ['Won', 'up'],
  loss: ['Lost', 'down'],
  tie: ['Tie', 'neutral'],
  void: ['Void', 'neutral'],
}

/** Won and lost trades are both completed: staff see which. */
function FuturesEnd({ trade: { result, status } }: { trade: AdminFuturesTrade }) {
  if (result === null) return <StatusBadge status={status} />
  const [label, tone] = ENDS[result]
  return <Badge tone={tone}>{label}</Badge>
}
