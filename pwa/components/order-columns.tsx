import { type Column, figureColumn } from '#pwa/ui/data-list.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatOrderAmount, formatPrice } from '#shared/format.ts'

export const ORDER_COLUMN: Column<Pick<AdminOrder, 'symbol' | 'side'>> = {
  header: 'Order',
  phone: 'title',
  cell: (order) => <OrderName {...order} />,
}

export const USER_COLUMN: Column<Pick<AdminOrder, 'userDetails'>> = {
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
}

/** The columns of an order in the lists of staff. */
export const ORDER_COLUMNS: readonly Column<AdminOrder>[] = [
  ORDER_COLUMN,
  figureColumn('Amount', 'value', ({ amount, executedAmount }) =>
    formatOrderAmount(executedAmount ?? amount),
  ),
  { header: 'Price', align: 'end', phone: 'line', cell: (order) => <OrderPrice {...order} /> },
  USER_COLUMN,
  { header: 'Created', phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
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

/** The price of the execution or of the limit; the quote of a market order follows. */
export function priceOf(order: Priced): string {
  const { price, quote } = pricesOf(order)
  return quote ? `${price} ${quote}` : price
}

function pricesOf({ price, quotedPrice, executedPrice }: Priced) {
  const fixed = executedPrice ?? price
  const quote = quotedPrice && `(quoted ${formatPrice(quotedPrice)})`
  return { price: fixed === null ? 'Market' : formatPrice(fixed), quote }
}

type Resulting = Pick<
  AdminOrder,
  'executedAmount' | 'spent' | 'received' | 'returned' | 'heldSymbol' | 'receivedSymbol'
>

/** What an order that is over has spent and brought, and what came back of what it held. */
export function OrderResult(order: Resulting) {
  const { spent, received, returned, heldSymbol, receivedSymbol } = order
  const came = returned !== null && returned !== '0' ? returned : null
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      {spent !== null && <Line label="Spent" amount={spent} symbol={heldSymbol} />}
      {received !== null && <Line label="Received" amount={received} symbol={receivedSymbol} />}
      {came !== null && (
        <Line label={spent === null ? 'Released' : 'Came back'} amount={came} symbol={heldSymbol} />
      )}
    </span>
  )
}

function Line({ label, amount, symbol }: { label: string; amount: string; symbol: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-fg-3 text-xs">{label}</span>{' '}
      <span className="num">
        {formatAmount(amount)} {symbol}
      </span>
    </span>
  )
}
