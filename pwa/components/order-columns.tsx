import { classNames } from '#pwa/ui/class-names.ts'
import type { Column } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatPrice } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { msg, t } from '#shared/text/t.ts'
import { IdentifiedUser, UserLink } from './user-link.tsx'

/** What an order is called, and when it was placed. */
export function OrderTitle({ order, at, amount }: OrderTitleProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <OrderName {...order} />
      {order.userDetails && (
        <span className="hidden font-normal text-xs @2xl:@max-4xl:block">
          <OrderUser userDetails={order.userDetails} cuts />
        </span>
      )}
      {amount !== undefined && (
        <Money
          amount={amount}
          symbol={baseOf(order)}
          as="order"
          className="font-normal text-fg-2 text-xs"
        />
      )}
      <span className="font-normal text-fg-3 text-xs">
        <TableTime at={at} />
      </span>
    </span>
  )
}

interface OrderTitleProps {
  order: Named & Partial<Owned>
  at: string
  /** Where no column has it. */
  amount?: Decimal
}

type Named = Pick<AdminOrder, 'side' | 'symbol'>
type Owned = Pick<AdminOrder, 'userDetails'>

/** The column of an `OrderTitle`: in a narrow table it takes the room that the figures leave. */
export const ORDER_CLASS = '@2xl:@max-4xl:w-full @2xl:@max-4xl:max-w-0'

/** In a narrow table the name is in the column of the order. */
export const USER_COLUMN: Column<Owned> = {
  get header() {
    return t('User')
  },
  wide: true,
  // Takes the room that the figures leave, and is truncated before they are.
  className: '@2xl:w-full @2xl:max-w-0',
  phone: 'line',
  cell: ({ userDetails }) => (
    <span className="flex min-w-0 flex-col text-end md:text-start">
      <OrderUser userDetails={userDetails} cuts />
      <ShortText className="text-fg-3 text-xs">
        {`${userDetails.email} · ${userDetails.display_id}`}
      </ShortText>
      <ShortText className="text-fg-3 text-xs">{userDetails.phone}</ShortText>
    </span>
  ),
}

/** Who placed it; the user's page opens where the account is not deleted. */
export function OrderUser({ userDetails, cuts = false }: Owned & { cuts?: boolean }) {
  const { id, email, fullName } = userDetails
  return (
    <UserLink id={email && id} cuts={cuts} className="text-fg">
      {fullName}
    </UserLink>
  )
}

/** The same where a decision is confirmed. */
export function IdentifiedOrderUser({ userDetails }: Owned) {
  const { id, email, fullName, display_id } = userDetails
  return <IdentifiedUser id={id} user={{ email, full_name: fullName, display_id }} />
}

export function OrderName({ side, symbol }: Named) {
  return (
    <span className="whitespace-nowrap">
      <span className={UP_SIDES.includes(side) ? 'text-up' : 'text-down'}>{sideName(side)}</span>{' '}
      {symbol}
    </span>
  )
}

/** The side of an order or a trade, as a label. */
export function sideName(side: AdminOrder['side']): string {
  return t(SIDES[side])
}

const SIDES = {
  buy: msg('Buy'),
  sell: msg('Sell'),
  long: msg('Long'),
  short: msg('Short'),
} as const
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
  const quote = quotedPrice && t('(quoted {price})', { price: formatPrice(quotedPrice) })
  return { price: fixed === null ? t('Market') : formatPrice(fixed), quote }
}

type Resulting = Pick<
  AdminOrder,
  'spent' | 'received' | 'returned' | 'held' | 'heldSymbol' | 'receivedSymbol'
>

/** What an order has spent, received and returned; what it holds while it is pending. */
export function OrderResult({ start, ...order }: Resulting & { start?: boolean }) {
  const { spent, received, returned, held, heldSymbol, receivedSymbol } = order
  const came = returned !== null && returned !== '0' ? returned : null
  return (
    <span className={classNames('inline-flex flex-col gap-0.5', !start && 'items-end')}>
      {spent === null && returned === null && (
        <FigureLine label={t('Frozen')} amount={held} symbol={heldSymbol} />
      )}
      {spent !== null && <FigureLine label={t('Spent')} amount={spent} symbol={heldSymbol} />}
      {received !== null && (
        <FigureLine label={t('Received')} amount={received} symbol={receivedSymbol} />
      )}
      {came !== null && (
        <FigureLine
          label={spent === null ? t('Released') : t('Returned')}
          amount={came}
          symbol={heldSymbol}
        />
      )}
    </span>
  )
}

interface FigureLineProps {
  label: string
  amount: Decimal
  symbol: string
}

export function FigureLine({ label, amount, symbol }: FigureLineProps) {
  return (
    <span className="@2xl:whitespace-nowrap whitespace-normal text-end">
      <span className="text-fg-3 text-xs">{label}</span>{' '}
      <bdi>
        <span className="num">
          <Own>{formatAmount(amount)}</Own>
        </span>{' '}
        {symbol}
      </bdi>
    </span>
  )
}
