import type { Column } from '#pwa/ui/data-list.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatDateTime, formatOrderAmount, formatPrice } from '#shared/format.ts'

/** How an order reads at the desk: who, what, at which price, since when. */
export const ORDER_COLUMNS: readonly Column<AdminOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    phone: 'title',
    cell: ({ side, symbol }) => (
      <>
        <span className={UP_SIDES.includes(side) ? 'text-up' : 'text-down'}>{SIDES[side]}</span>{' '}
        {symbol}
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    phone: 'value',
    cell: ({ amount }) => formatOrderAmount(amount),
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    phone: 'line',
    cell: (order) => priceOf(order),
  },
  {
    key: 'user',
    header: 'User',
    phone: 'line',
    cell: ({ userDetails }) => (
      <span className="flex min-w-0 flex-col text-right md:text-left">
        <span className="truncate text-fg">{userDetails.fullName}</span>
        <span className="truncate text-fg-3 text-xs">
          {userDetails.email} · {userDetails.display_id}
        </span>
        <span className="truncate text-fg-3 text-xs">{userDetails.phone}</span>
      </span>
    ),
  },
  {
    key: 'time',
    header: 'Created',
    phone: 'note',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
]

const SIDES = { buy: 'Buy', sell: 'Sell', long: 'Long', short: 'Short' } as const
const UP_SIDES: readonly AdminOrder['side'][] = ['buy', 'long']

/** An empty price means Market (spec 2 §2); what it was quoted stands beside it. */
export function priceOf({ price, quotedPrice, executedPrice }: AdminOrder): string {
  if (executedPrice !== null) return formatPrice(executedPrice)
  if (price !== null) return formatPrice(price)
  return quotedPrice === null ? 'Market' : `Market (quoted ${formatPrice(quotedPrice)})`
}
