import { StatusBadge } from '#pwa/ui/badge.tsx'
import type { Column } from '#pwa/ui/data-list.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatOrderAmount, formatPrice } from '#shared/format.ts'

/** An order of whichever kind, as far as a list shows it. */
export type ListedOrder = Pick<
  AdminOrder,
  | 'id'
  | 'symbol'
  | 'side'
  | 'status'
  | 'amount'
  | 'price'
  | 'quotedPrice'
  | 'executedPrice'
  | 'createdAt'
  | 'userDetails'
>

/** How an order reads at the desk: who, what, at which price, since when. */
export const ORDER_COLUMNS: readonly Column<ListedOrder>[] = [
  { header: 'Order', phone: 'title', cell: (order) => <OrderName {...order} /> },
  {
    header: 'Amount',
    align: 'end',
    phone: 'value',
    cell: ({ amount }) => formatOrderAmount(amount),
  },
  { header: 'Price', align: 'end', phone: 'line', cell: (order) => <OrderPrice {...order} /> },
  {
    header: 'User',
    // Takes what the figures leave, and is cut before they are.
    className: '@2xl:w-full @2xl:max-w-0',
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
  { header: 'Created', phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
  { header: 'Status', phone: 'aside', cell: ({ status }) => <StatusBadge status={status} /> },
]

export function OrderName({ side, symbol }: Pick<AdminOrder, 'side' | 'symbol'>) {
  return (
    <span className="whitespace-nowrap">
      <span className={UP_SIDES.includes(side) ? 'text-up' : 'text-down'}>{SIDES[side]}</span>{' '}
      {symbol}
    </span>
  )
}

const SIDES = { buy: 'Buy', sell: 'Sell', long: 'Long', short: 'Short' } as const
const UP_SIDES: readonly AdminOrder['side'][] = ['buy', 'long']

/** What the amount is counted in. */
export function baseOf({ symbol }: Pick<AdminOrder, 'symbol'>): string {
  return symbol.split('/')[0] ?? symbol
}

type Priced = Pick<AdminOrder, 'price' | 'quotedPrice' | 'executedPrice'>

/** What a market order was quoted stands below where a table has no room beside its price. */
export function OrderPrice(order: Priced) {
  const { price, quote } = pricesOf(order)
  return (
    <span className="whitespace-normal">
      {price} {quote && <span className="whitespace-nowrap">{quote}</span>}
    </span>
  )
}

/** What it was executed at, or may be; an empty price means Market, with its quote behind it. */
export function priceOf(order: Priced): string {
  const { price, quote } = pricesOf(order)
  return quote ? `${price} ${quote}` : price
}

function pricesOf({ price, quotedPrice, executedPrice }: Priced) {
  const fixed = executedPrice ?? price
  if (fixed !== null) return { price: formatPrice(fixed) }
  return { price: 'Market', quote: quotedPrice && `(quoted ${formatPrice(quotedPrice)})` }
}
