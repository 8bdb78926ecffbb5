import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatPrice } from '#shared/format.ts'

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
