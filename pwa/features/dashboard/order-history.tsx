import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import {
  ORDER_CLASS,
  OrderPrice,
  OrderResult,
  OrderTitle,
  USER_COLUMN,
} from '#pwa/components/order-columns.tsx'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { Missing } from '#pwa/ui/money.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminOrder, OrderStatus } from '#shared/contract/spot-orders.ts'
import {
  formatAmount,
  formatCountdown,
  formatDifference,
  formatOrderAmount,
  formatPrice,
} from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { endOf } from '#shared/rules/futures.ts'
import { SECOND_MS } from '#shared/time.ts'
import { useOrderHistory } from './use-dashboard.ts'

type Market = AdminOrder['market']

const STATUSES = {
  spot: {
    pending_approval: 'Pending approval',
    executed: 'Executed',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
  futures: { pending: 'Pending', completed: 'Completed', rejected: 'Void' },
} as const satisfies Readonly<Record<Market, Partial<Record<OrderStatus, string>>>>

export function OrderHistoryTable() {
  const [market, setMarket] = useState<Market>('spot')
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState<OrderStatus>()
  const search = useSettled(typed.trim())
  const orders = useOrderHistory({ market, search, status })
  const isNarrowed = search !== '' || status !== undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[16rem_1fr_11rem]">
        <SegmentedControl
          label="Kind of order"
          value={market}
          onValueChange={(next) => {
            setMarket(next)
            setStatus(undefined)
          }}
          options={[
            { value: 'spot', label: 'Spot' },
            { value: 'futures', label: 'Futures' },
          ]}
        />
        <SearchField
          label="Search orders"
          placeholder="Name, email or ID"
          value={typed}
          onChange={setTyped}
        />
        <Field label="Status" labelHidden>
          <Select
            value={status ?? ''}
            onChange={({ target }) => setStatus((target.value || undefined) as OrderStatus)}
          >
            <option value="">All statuses</option>
            {Object.entries(STATUSES[market]).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Card flush>
        <DataList
          label="Order History"
          query={orders}
          columns={COLUMNS[market]}
          rows={orders.data?.flat()}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<ClipboardList className="size-5" />}
              title={isNarrowed ? 'No orders match' : EMPTY[market]}
            />
          }
        />
      </Card>
    </div>
  )
}

const EMPTY = { spot: 'No order history found', futures: 'No futures trades found' } as const

const ORDER: Column<AdminOrder> = {
  ...column('Order', 'title', (order) => <OrderTitle order={order} at={order.createdAt} />),
  className: ORDER_CLASS,
}

const SPOT_COLUMNS: readonly Column<AdminOrder>[] = [
  ORDER,
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
  {
    ...column(
      'Reviewed',
      'line',
      ({ reviewedBy, reason }) =>
        (reviewedBy || reason) && (
          <span className="wrap-break-word block max-w-36 text-right text-xs md:text-left">
            <span className="block">{reviewedBy}</span>
            {reason && (
              <span title={reason} className="line-clamp-3 block text-fg-3">
                {reason}
              </span>
            )}
          </span>
        ),
    ),
    wide: true,
  },
]

const FUTURES_COLUMNS: readonly Column<AdminOrder>[] = [
  ORDER,
  figureColumn(
    'Stake',
    'value',
    ({ amount, heldSymbol }) => `${formatAmount(amount)} ${heldSymbol}`,
  ),
  {
    ...figureColumn<AdminOrder>(
      'Duration',
      'line',
      ({ duration }) => duration !== null && formatCountdown(duration * SECOND_MS),
    ),
    wide: true,
  },
  {
    ...figureColumn<AdminOrder>('Entry', 'line', ({ price }) =>
      price === null ? <Missing /> : formatPrice(price),
    ),
    wide: true,
  },
  figureColumn('Exit', 'line', ({ executedPrice: exit }) =>
    exit === null ? <Missing /> : formatPrice(exit),
  ),
  USER_COLUMN,
  figureColumn('Result', 'line', (trade) => profitOf(trade) ?? 'Open'),
  column('Status', 'aside', ({ status, result, reason }) => (
    <span className="flex flex-col items-end gap-1 md:items-start">
      <StatusBadge status={endOf({ status, result })} />
      {reason && <span className="max-w-36 text-fg-3 text-xs">{reason}</span>}
    </span>
  )),
]

function profitOf({ received, spent, heldSymbol }: AdminOrder): string | undefined {
  if (received === null || spent === null) return undefined
  const profit = formatUnits(parseUnits(received) - parseUnits(spent))
  return `${formatDifference(profit)} ${heldSymbol}`
}

const COLUMNS = { spot: SPOT_COLUMNS, futures: FUTURES_COLUMNS } as const
