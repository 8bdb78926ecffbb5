import { FigureLine } from '#pwa/components/order-columns.tsx'
import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { type Column, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money, PriceText } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminOrder, SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatChange, formatPrice } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { PRICE_STALE_AFTER_MS } from '#shared/rules/prices.ts'
import {
  executionOf,
  executionRefusalOf,
  type LimitStanding,
  limitStanding,
  movePercentOf,
  type SpotPair,
  type WaitingOrder,
} from '#shared/rules/spot-orders.ts'
import { t } from '#shared/text/t.ts'
import { SECOND_MS } from '#shared/time.ts'

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
          {
            label: order.price === null ? t('Quoted') : t('Limit'),
            value: <PriceText price={own} />,
          },
          {
            label: t('Live price'),
            value: <PriceText price={live} />,
            strong: true,
          },
          { label: t('Distance'), value: live && <Distance own={own} live={live} /> },
          { label: t('Gives'), value: gives, strong: true },
          { label: t('Receives'), value: receives, strong: true },
          { label: t('Returned'), value: returns },
        ]}
      />
      {problem ? (
        <Notice tone="warn">{problem}</Notice>
      ) : (
        <p className="text-fg-2 text-sm">
          {order.type === 'market'
            ? t(
                'Executes at the next recorded price. A buy never spends more than was frozen for it.',
              )
            : t('Executes at its limit, if the next recorded price is still at the limit.')}
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
    figureColumn(t('Price'), 'line', (order) => {
      const { own, base } = pricedBy(order)
      return <PriceAgainstLive order={order} own={own} live={priceOf(base)} />
    }),
    {
      ...figureColumn(t('At the live price'), 'line', (order) => {
        const { spent, received } = executionNow(order, priceOf(pricedBy(order).base))
        return (
          <span className="inline-flex flex-col items-end gap-0.5">
            <FigureLine label={t('Gives')} {...spent} />
            <FigureLine label={t('Receives')} {...received} />
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
        <span className="text-fg-3 text-xs">
          {order.type === 'limit' ? t('Limit') : t('Market, quoted')}
        </span>{' '}
        <PriceText price={own} />
      </span>
      <span>
        <span className="text-fg-3 text-xs">{t('Live')}</span> <PriceText price={live} />{' '}
        {live !== undefined && (
          <span className="num text-fg-3 text-xs">
            <Distance own={own} live={live} />
          </span>
        )}
      </span>
      {live !== undefined && order.type === 'limit' && problemOf(order, live) === undefined && (
        <Badge tone="success">{t('Limit reached')}</Badge>
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
  const money = (figure: typeof spent) => <Money {...figure} />
  return {
    gives: money(spent),
    receives: money(received),
    returns: returned.amount === '0' ? undefined : money(returned),
  }
}

function waitingOf(order: AdminOrder): WaitingOrder {
  const { symbol, side, type: orderType, amount, held, heldSymbol, spendsAll } = order
  return {
    movePercentMax: order.movePercentMax,
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
function Distance({ own, live }: { own: Decimal; live: Decimal }) {
  const liveUnits = parseUnits(live)
  const difference = parseUnits(own) - liveUnits
  const percent = formatUnits((difference * parseUnits('100')) / liveUnits)
  return <bdi dir="ltr">{formatChange(percent)}</bdi>
}

/** Why an approval is refused now. */
function problemOf(order: AdminOrder, live: Decimal | undefined): string | undefined {
  const waiting = waitingOf(order)
  if (!executionRefusalOf(waiting, live)) return undefined
  if (live === undefined) {
    return t(
      'The latest price is more than {seconds, plural, one {# second} other {# seconds}} old, so this order cannot be executed now.',
      { seconds: PRICE_STALE_AFTER_MS / SECOND_MS },
    )
  }
  const percent = String(movePercentOf(waiting))
  if (waiting.orderType === 'market') {
    return t(
      'The price has moved more than {percent}% since the quote: an approval is refused now.',
      {
        percent,
      },
    )
  }
  return limitStanding(waiting, live) === 'waiting'
    ? t('The market has not reached this limit: an approval is refused now, and the order waits.')
    : t(
        'The market is more than {percent}% beyond this limit: an approval is refused now, and the order waits.',
        { percent },
      )
}

/** What an own limit order waits for. */
export function LimitNote({ order }: { order: SpotTrade }) {
  const { priceOf } = usePrices()
  const { price, status } = order
  if (status !== 'pending_approval' || price === null) return null
  const live = priceOf(order.symbol.split('/')[0] ?? '')
  const standing = live === undefined ? 'waiting' : limitStanding({ ...order, price }, live)
  return (
    <span className="block max-w-96 py-0.5 font-normal text-fg-2 text-xs">
      {limitNote(standing, formatPrice(price), movePercentOf(order))}
    </span>
  )
}

function limitNote(standing: LimitStanding, limit: string, percent: number): string {
  switch (standing) {
    case 'waiting':
      return t('Waits for the market to reach {limit}.', { limit })
    case 'reached':
      return t('The market is at {limit}. The order is waiting for approval.', { limit })
    case 'passed':
      return t(
        'The market is more than {percent}% beyond {limit}. The order waits until it is back in range. You can cancel it.',
        { limit, percent: String(percent) },
      )
  }
}
