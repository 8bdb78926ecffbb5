import { ClipboardList } from 'lucide-react'
import { OrderName, OrderPrice, OrderResult } from '#pwa/components/order-columns.tsx'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Own, useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import { listTrades, type SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
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
        label={state === 'current' ? t('Current Orders') : t('Order History')}
        query={orders}
        columns={[...columnsOf(state), ...(extra ? [extra] : [])]}
        rows={orders.data}
        rowKey={({ id }) => id}
        expected={3}
        empty={
          hidesEmpty ? null : (
            <EmptyState icon={<ClipboardList className="size-5" />} title={emptyTitle}>
              {state === 'current' && t('Place an order above. It waits here for approval.')}
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** What an order holds while it is pending, and what it has exchanged or returned afterwards. */
function columnsOf(state: OrderTableProps['state']): Column<SpotTrade>[] {
  const amount = figureColumn<SpotTrade>(t('Amount'), 'value', (order) => (
    <OrderAmount order={order} />
  ))
  return [
    column(t('Order'), 'title', (order) => <OrderCell order={order} />),
    // The result has the amounts, where a table is too narrow for both.
    state === 'history' ? { ...amount, wide: true } : amount,
    { header: t('Placed'), phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
    column(t('Status'), 'aside', ({ status, archived }) => (
      <span className="inline-flex gap-1">
        {archived && <Badge>{t('Archived')}</Badge>}
        <StatusBadge status={status} />
      </span>
    )),
    figureColumn(t('Price'), 'line', (order) => <OrderPrice {...order} />),
    state === 'history'
      ? figureColumn(t('Result'), 'line', (order) => <OrderResult {...order} />)
      : { ...figureColumn(t('Frozen'), 'line', heldText), wide: true },
  ]
}

function heldText({ held, heldSymbol }: SpotTrade) {
  return (
    <bdi dir="ltr">
      <Own>{`${formatAmount(held)} ${heldSymbol}`}</Own>
    </bdi>
  )
}

function OrderCell({ order }: { order: SpotTrade }) {
  const { type, reason } = order
  return (
    <>
      <OrderName {...order} />{' '}
      <span className="font-normal text-fg-3 text-xs">
        {t('{type, select, limit {limit} other {market}}', { type })}
      </span>
      {reason && (
        <span className="wrap-anywhere block max-w-96 py-0.5 font-normal text-fg-2 text-xs">
          {rich('<label>Reason:</label> {reason}', {
            label: (inner) => <span className="text-fg-3">{inner}</span>,
            reason: <bdi>{reason}</bdi>,
          })}
        </span>
      )}
      <LimitNote order={order} />
    </>
  )
}

/** What was executed; before that, of an order that spends all it holds, what that would buy. */
function OrderAmount({ order }: { order: SpotTrade }) {
  const { amount, executedAmount, spendsAll, status } = order
  const isHidden = useAmountsHidden()
  const isPart = executedAmount !== null && executedAmount !== amount && !spendsAll
  return (
    <span>
      <bdi dir="ltr">
        {spendsAll && status === 'pending_approval' && '≈ '}
        <Own>{formatAmount(executedAmount ?? amount)}</Own>
      </bdi>
      {isPart && !isHidden && (
        <span className="block font-normal text-fg-3 text-xs">
          {t('of {amount}', { amount: formatAmount(amount) })}
        </span>
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
