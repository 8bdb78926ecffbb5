import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { UnsentRow } from '#pwa/features/outbox/unsent-row.tsx'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatDateTime, formatPrice } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'
import {
  useCancelOrder,
  useSpotOrders,
  useUnsentCancellations,
  useUnsentOrders,
} from './use-spot-orders.ts'

interface OrderListsProps {
  tab: 'current' | 'history'
  onTab: (tab: 'current' | 'history') => void
}

export function OrderLists({ tab, onTab }: OrderListsProps) {
  const current = useSpotOrders('current')
  return (
    <Card>
      <Tabs
        label="Orders"
        value={tab}
        onValueChange={(value) => onTab(value === 'history' ? 'history' : 'current')}
        tabs={[
          {
            value: 'current',
            label: 'Current Orders',
            count: current.data?.length,
            content: <CurrentOrders />,
          },
          { value: 'history', label: 'Order History', content: <OrderHistory /> },
        ]}
      />
    </Card>
  )
}

function CurrentOrders() {
  const unsent = useUnsentOrders()
  const cancelling = useUnsentCancellations()
  const [asked, setAsked] = useState<SpotTrade>()
  return (
    <>
      {unsent.length > 0 && (
        <ul className="pb-2">
          {unsent.map((row) => (
            <UnsentRow
              key={row.id}
              title={`${row.body.side === 'buy' ? 'Buy' : 'Sell'} ${row.body.symbol}`}
              value={row.body.amount}
              label={row.label}
              state={row.state}
              failure={row.failure}
              onCancel={row.canCancel ? () => void row.cancel() : undefined}
              onDismiss={row.canDismiss ? () => void row.dismiss() : undefined}
            />
          ))}
        </ul>
      )}
      <OrderTable
        state="current"
        emptyTitle="No current orders found"
        hidesEmpty={unsent.length > 0}
        extra={{
          key: 'actions',
          header: '',
          align: 'end',
          phone: 'actions',
          cell: (order) =>
            order.status === 'pending_approval' && (
              <Button
                size="small"
                busy={cancelling.has(order.id)}
                aria-label={`Cancel ${order.side} order of ${order.amount}`}
                onClick={() => setAsked(order)}
              >
                Cancel
              </Button>
            ),
        }}
      />
      <CancelDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function OrderHistory() {
  return <OrderTable state="history" emptyTitle="No order history found" />
}

interface OrderTableProps {
  state: 'current' | 'history'
  emptyTitle: string
  hidesEmpty?: boolean
  extra?: Column<SpotTrade>
}

function OrderTable({ state, emptyTitle, hidesEmpty, extra }: OrderTableProps) {
  const orders = useSpotOrders(state)
  if (!orders.data && orders.error) {
    return <ErrorState message={orders.error.message} onRetry={orders.refetch} />
  }
  return (
    <>
      {orders.isFromCache && orders.updatedAtMs !== undefined && (
        <Age at={instantOf(orders.updatedAtMs)} />
      )}
      <div className="-mx-4">
        <DataList
          label={state === 'current' ? 'Current Orders' : 'Order History'}
          columns={extra ? [...COLUMNS, extra] : COLUMNS}
          rows={orders.data}
          rowKey={({ id }) => id}
          expected={3}
          empty={
            hidesEmpty ? null : (
              <EmptyState icon={<ClipboardList className="size-5" />} title={emptyTitle}>
                {state === 'current' && 'Place an order above; it waits here for approval.'}
              </EmptyState>
            )
          }
        />
      </div>
    </>
  )
}

const COLUMNS: readonly Column<SpotTrade>[] = [
  {
    key: 'order',
    header: 'Order',
    phone: 'title',
    cell: ({ side, symbol, type }) => (
      <span>
        <span className={side === 'buy' ? 'text-up' : 'text-down'}>
          {side === 'buy' ? 'Buy' : 'Sell'}
        </span>{' '}
        {symbol} <span className="font-normal text-fg-3 text-xs">{type}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    phone: 'value',
    cell: ({ amount }) => formatAmount(amount),
  },
  {
    key: 'time',
    header: 'Placed',
    phone: 'note',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    phone: 'line',
    cell: ({ price, quotedPrice, executedPrice }) => priceText(executedPrice ?? price, quotedPrice),
  },
  {
    key: 'held',
    header: 'Frozen',
    align: 'end',
    phone: 'line',
    cell: ({ held, heldSymbol }) => `${formatAmount(held)} ${heldSymbol}`,
  },
]

function priceText(price: string | null, quoted: string | null): string {
  if (price !== null) return formatPrice(price)
  return quoted === null ? 'Market' : `Market (quoted ${formatPrice(quoted)})`
}

function CancelDialog({ order, onClose }: { order: SpotTrade | undefined; onClose: () => void }) {
  const { submit, isSubmitting } = useCancelOrder()
  const showToast = useToasts((state) => state.show)
  async function cancel() {
    if (!order) return
    const result = await submit({ params: { id: order.id } })
    if (result.state === 'refused') {
      showToast({
        title: result.failure.error,
        message: result.failure.message,
        tone: 'error',
      })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open={order !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this order?"
      confirmLabel="Cancel order"
      dismissLabel="Keep order"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void cancel()}
    >
      {order && (
        <p>
          {order.side === 'buy' ? 'Buy' : 'Sell'} {formatAmount(order.amount)} of {order.symbol}.
          The {formatAmount(order.held)} {order.heldSymbol} that it holds are available again.
        </p>
      )}
    </ConfirmDialog>
  )
}
