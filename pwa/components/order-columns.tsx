import { StatusBadge } from '#pwa/ui/badge.tsx'
import { type Column, figureColumn } from '#pwa/ui/data-list.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatOrderAmount, formatPrice } from '#shared/format.ts'

/** The fields of an order that its lists show. */
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

/** The columns of an order in the lists of staff. */
export const ORDER_COLUMNS: readonly Column<ListedOrder>[] = [
  { header: 'Order', phone: 'title', cell: (order) => <OrderName {...order} /> },
  figureColumn('Amount', 'value', ({ amount }) => formatOrderAmount(amount)),
  { header: 'Price', align: 'end', phone: 'line', cell: (order) => <OrderPrice {...order} /> },
  {
    header: 'User',
    // Takes the room that the figures leave, and is truncated before they are.
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

/** The asset in which the amount is counted. */
export function baseOf({ symbol }: Pick<AdminOrder, 'symbol'>): string {
  return symbol.split('/')[0] ?? symbol
}

type Priced = Pick<AdminOrder, 'price' | 'quotedPrice' | 'executedPrice'>

/** The quote of a market order moves below its price where a table is narrow. */
export function OrderPrice(order: Priced) {
  const { price, quote } = pricesOf(order)
  return (
    <span className="whitespace-normal">
      {price} {quote && <span className="whitespace-nowrap">{quote}</span>}
    </span>
  )
}

/** The price of the execution or of the limit; a market order has neither, so its quote follows. */
export function priceOf(order: Priced): string {
  const { price, quote } = pricesOf(order)
  return quote ? `${price} ${quote}` : price
}

function pricesOf({ price, quotedPrice, executedPrice }: Priced) {
  const fixed = executedPrice ?? price
  if (fixed !== null) return { price: formatPrice(fixed) }
  return { price: 'Market', quote: quotedPrice && `(quoted ${formatPrice(quotedPrice)})` }
}
