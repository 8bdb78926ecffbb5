import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatChange, formatPrice } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { costOf, priceMovedTooFar, proceedsOf } from '#shared/rules/spot-orders.ts'

/** What an approval executes an order at, against the live price, and what the user gets for it. */
export function LivePrice({ order }: { order: AdminOrder }) {
  const { priceOf, data } = usePrices()
  const [base = '', quote = ''] = order.symbol.split('/')
  const live = priceOf(base)
  const own = order.price ?? order.quotedPrice
  if (own === null) return null
  const isBuy = order.side === 'buy'
  const [amount, price] = [parseUnits(order.amount), parseUnits(own)]
  const inBase = `${formatAmount(order.amount)} ${base}`
  const worth = isBuy ? costOf(amount, price) : proceedsOf(amount, price)
  const inQuote = `${formatAmount(formatUnits(worth))} ${quote}`
  // A limit order executes at its limit and ignores the live price.
  const isMarket = order.type === 'market'
  const isStale = isMarket && data !== undefined && live === undefined
  const isTooFar = isMarket && live !== undefined && priceMovedTooFar(own, live)
  return (
    <>
      <SummaryList
        rows={[
          { label: order.price === null ? 'Quoted' : 'Limit', value: formatPrice(own) },
          {
            label: 'Live price',
            value: live === undefined ? 'Not known' : formatPrice(live),
            strong: true,
          },
          { label: 'Distance', value: live && formatChange(distanceInPercent(own, live)) },
          { label: 'Gives', value: isBuy ? inQuote : inBase, strong: true },
          { label: 'Receives', value: isBuy ? inBase : inQuote, strong: true },
        ]}
      />
      {(isStale || isTooFar) && (
        <Notice tone="warn">
          {isStale
            ? 'There is no price younger than a minute: this order cannot be executed now.'
            : 'The price has moved more than 2% since the quote: an approval is refused now.'}
        </Notice>
      )}
    </>
  )
}

/** How far the order's price is from the live one, in percent of the live one, signed. */
function distanceInPercent(own: string, live: string): string {
  const liveUnits = parseUnits(live)
  const difference = parseUnits(own) - liveUnits
  return formatUnits((difference * parseUnits('100')) / liveUnits)
}
