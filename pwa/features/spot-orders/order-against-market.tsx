import { FigureLine } from '#pwa/components/order-columns.tsx'
import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { type Column, figureColumn } from '#pwa/ui/data-list.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminOrder, SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatChange, formatPrice } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import {
  executionOf,
  executionRefusalOf,
  limitStanding,
  type SpotPair,
  type WaitingOrder,
} from '#shared/rules/spot-orders.ts'

/** What an approval would execute now, against the live price, and what the user gets for it. */
export function OrderAgainstMarket({ order }: { order: AdminOrder }) {
  const { priceOf, data } = usePrices()
  const { own, base } = pricedBy(order)
  const live = priceOf(base)
  const problem = data && problemOf(order, live)
  const { gives, receives, returns } = exchangeOf(order, live)
  return (
    <>
      <p className="empty:hidden">
        <PriceOriginBadge />
      </p>
      <SummaryList
        rows={[
          { label: order.price === null ? 'Quoted' : 'Limit', value: formatPrice(own) },
          {
            label: 'Live price',
            value: live === undefined ? 'Not known' : formatPrice(live),
            strong: true,
          },
          { label: 'Distance', value: live && formatChange(distanceInPercent(own, live)) },
          { label: 'Gives', value: gives, strong: true },
          { label: 'Receives', value: receives, strong: true },
          { label: 'Comes back', value: returns },
        ]}
      />
      {problem ? (
        <Notice tone="warn">{problem}</Notice>
      ) : (
        <p className="text-fg-2 text-sm">
          {order.type === 'market'
            ? 'Executes at the next recorded price. A buy never spends more than it holds.'
            : 'Executes at its limit, if the next recorded price is still there.'}
        </p>
      )}
    </>
  )
}

/** Whether an approval would execute an order now; true while no prices have arrived. */
export function useCanExecute(): (order: AdminOrder) => boolean {
  const { priceOf, data } = usePrices()
  return (order) => !(data && problemOf(order, priceOf(pricedBy(order).base)))
}

/** The same in the list of orders that wait. */
export function useMarketColumns(): readonly Column<AdminOrder>[] {
  const { priceOf } = usePrices()
  return [
    figureColumn('Price', 'line', (order) => {
      const { own, base } = pricedBy(order)
      return <PriceAgainstLive order={order} own={own} live={priceOf(base)} />
    }),
    {
      ...figureColumn('Exchange now', 'line', (order) => {
        const { spent, received } = executionNow(order, priceOf(pricedBy(order).base))
        return (
          <span className="inline-flex flex-col items-end gap-0.5">
            <FigureLine label="Gives" {...spent} />
            <FigureLine label="Receives" {...received} />
          </span>
        )
      }),
      wide: true,
    },
  ]
}

interface PriceAgainstLiveProps {
  order: AdminOrder
  own: Decimal
  live: Decimal | undefined
}

function PriceAgainstLive({ order, own, live }: PriceAgainstLiveProps) {
  return (
    <span className="inline-flex flex-col items-end gap-0.5 whitespace-nowrap">
      <span>
        <span className="text-fg-3 text-xs">{order.type === 'limit' ? 'Limit' : 'Quoted'}</span>{' '}
        <span className="num">{formatPrice(own)}</span>
      </span>
      <span>
        <span className="text-fg-3 text-xs">Live</span>{' '}
        {live === undefined ? (
          'Not known'
        ) : (
          <span className="num">
            {formatPrice(live)}{' '}
            <span className="text-fg-3 text-xs">{formatChange(distanceInPercent(own, live))}</span>
          </span>
        )}
      </span>
      {live !== undefined && order.type === 'limit' && problemOf(order, live) === undefined && (
        <Badge tone="up">Limit reached</Badge>
      )}
    </span>
  )
}

/** The limit or the quote of an order, and the asset whose price decides. */
function pricedBy(order: AdminOrder) {
  const [base = ''] = order.symbol.split('/')
  return { own: order.price ?? order.quotedPrice ?? '0', base }
}

/** At the live price; where none is known, at its own. */
function executionNow(order: AdminOrder, live: Decimal | undefined) {
  const waiting = waitingOf(order)
  return executionOf(waiting, live ?? waiting.price)
}

function exchangeOf(order: AdminOrder, live: Decimal | undefined) {
  const { spent, received, returned } = executionNow(order, live)
  const text = ({ amount, symbol }: typeof spent) => `${formatAmount(amount)} ${symbol}`
  return {
    gives: text(spent),
    receives: text(received),
    returns: returned.amount === '0' ? undefined : text(returned),
  }
}

function waitingOf(order: AdminOrder): WaitingOrder {
  const { symbol, side, type: orderType, amount, held, heldSymbol, spendsAll } = order
  return {
    symbol: symbol as SpotPair,
    side: side === 'sell' ? 'sell' : 'buy',
    orderType,
    amount,
    price: pricedBy(order).own,
    reserved: { symbol: heldSymbol, amount: held },
    ...(spendsAll ? { spendsAll } : {}),
  }
}

/** How far the order's price is from the live one, in percent of the live one, signed. */
function distanceInPercent(own: Decimal, live: Decimal): Decimal {
  const liveUnits = parseUnits(live)
  const difference = parseUnits(own) - liveUnits
  return formatUnits((difference * parseUnits('100')) / liveUnits)
}

/** Why an approval is refused now. */
function problemOf(order: AdminOrder, live: Decimal | undefined): string | undefined {
  const waiting = waitingOf(order)
  if (!executionRefusalOf(waiting, live)) return undefined
  if (live === undefined) {
    return 'The latest price is more than a minute old, so this order cannot be executed now.'
  }
  const { orderType, side, price } = waiting
  if (orderType === 'market') {
    return 'The price has moved more than 2% since the quote: an approval is refused now.'
  }
  return limitStanding(side, price, live) === 'waiting'
    ? 'The market has not reached this limit: an approval is refused now, and the order waits.'
    : 'The market is more than 2% beyond this limit: an approval is refused now, and the order waits.'
}

/** What an own limit order waits for. */
export function LimitNote({ order }: { order: SpotTrade }) {
  const { priceOf } = usePrices()
  const { side, price, status } = order
  if (status !== 'pending_approval' || price === null) return null
  const live = priceOf(order.symbol.split('/')[0] ?? '')
  return (
    <span className="block max-w-96 py-0.5 font-normal text-fg-2 text-xs">
      {live === undefined
        ? `Waits for the market to reach ${formatPrice(price)}.`
        : LIMIT_NOTES[limitStanding(side, price, live)](formatPrice(price))}
    </span>
  )
}

const LIMIT_NOTES = {
  waiting: (limit: string) => `Waits for the market to reach ${limit}.`,
  reached: (limit: string) => `The market is at ${limit}: waits for approval.`,
  passed: (limit: string) =>
    `The market is more than 2% beyond ${limit}: waits for it to come back. You may cancel.`,
} as const
