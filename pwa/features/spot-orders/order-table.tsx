import { ClipboardList } from 'lucide-react'
import { OrderPrice, OrderResult } from '#pwa/components/order-columns.tsx'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Own, useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import { cancelTrade, listTrades, type SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'
import { LimitNote } from './order-against-market.tsx'

interface OrderTableProps {
  state: 'current' | 'history'
  emptyTitle: string
  hidesEmpty?: boolean
  showArchived?: boolean
  extra?: Column<SpotTrade>
}

/** The own orders of one state; `extra` adds what can be done about them. */
export function OrderTable(props: OrderTableProps) {
  const { state, emptyTitle, hidesEmpty, showArchived, extra } = props
  const orders = useSpotOrders(state, showArchived)
  return (
    <div className="-mx-4">
      <DataList
        label={state === 'current' ? 'Current Orders' : 'Order History'}
        query={orders}
        columns={[...COLUMNS_OF[state], ...(extra ? [extra] : [])]}
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
  )
}

const COLUMNS: readonly Column<SpotTrade>[] = [
  column('Order', 'title', (order) => {
    const { side, symbol, type, reason } = order
    return (
      <>
        <span className={side === 'buy' ? 'text-up' : 'text-down'}>
          {side === 'buy' ? 'Buy' : 'Sell'}
        </span>{' '}
        {symbol} <span className="font-normal text-fg-3 text-xs">{type}</span>
        {reason && (
          <span className="wrap-anywhere block max-w-96 py-0.5 font-normal text-fg-2 text-xs">
            <span className="text-fg-3">Reason: </span>
            {reason}
          </span>
        )}
        <LimitNote order={order} />
      </>
    )
  }),
  figureColumn('Amount', 'value', (order) => <OrderAmount order={order} />),
  { header: 'Placed', phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
  column('Status', 'aside', ({ status, archived }) => (
    <span className="inline-flex gap-1">
      {archived && <Badge>Archived</Badge>}
      <StatusBadge status={status} />
    </span>
  )),
  { header: 'Price', align: 'end', phone: 'line', cell: (order) => <OrderPrice {...order} /> },
]

/** What an order holds while it waits, and what it has exchanged or given back once it is over. */
const COLUMNS_OF: Readonly<Record<OrderTableProps['state'], readonly Column<SpotTrade>[]>> = {
  current: [
    ...COLUMNS,
    {
      ...figureColumn('Frozen', 'line', ({ held, heldSymbol }) => (
        <Own>{`${formatAmount(held)} ${heldSymbol}`}</Own>
      )),
      wide: true,
    },
  ],
  history: [
    // The result has the amounts, where a table is too narrow for both.
    ...COLUMNS.map((each) => (each.header === 'Amount' ? { ...each, wide: true as const } : each)),
    figureColumn('Result', 'line', (order) => <OrderResult {...order} />),
  ],
}

/** What was executed; before that, of an order that spends all it holds, what that would buy. */
function OrderAmount({ order }: { order: SpotTrade }) {
  const { amount, executedAmount, spendsAll, status } = order
  const isHidden = useAmountsHidden()
  const isPart = executedAmount !== null && executedAmount !== amount && !spendsAll
  return (
    <span>
      {spendsAll && status === 'pending_approval' && '≈ '}
      <Own>{formatAmount(executedAmount ?? amount)}</Own>
      {isPart && !isHidden && (
        <span className="block font-normal text-fg-3 text-xs">of {formatAmount(amount)}</span>
      )}
    </span>
  )
}

/** Source: docs/product.md, Live updates. */
const POLL_MS = { current: 5_000, history: 10_000 } as const

export function useSpotOrders(state: 'current' | 'history', showArchived = false) {
  const asked = { state, limit: OWN_PAGE }
  const query = showArchived ? ({ ...asked, archived: 'true' } as const) : asked
  const pollMs = POLL_MS[state]
  return useOwnPages(listTrades, (userId) => ({ params: { userId }, query }), { pollMs })
}

/** Ids of the orders whose cancellation is on its way. */
export function useUnsentCancellations(): ReadonlySet<string> {
  const rows = useOutbox(cancelTrade)
  return new Set(rows.filter(({ state }) => state !== 'refused').map(({ params }) => params.id))
}
