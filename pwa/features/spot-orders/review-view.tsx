import { ListOrdered } from 'lucide-react'
import { baseOf, OrderName, priceOf } from '#pwa/components/order-columns.tsx'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { FirstApprovalFact } from '#pwa/reviews/approval-standing.tsx'
import type { Decision, ReviewView } from '#pwa/reviews/review-view.ts'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import {
  type AdminOrder,
  adminOrder,
  approveOrder,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { formatAmount, formatChange, formatDateTime, formatPrice } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { costOf, priceMovedTooFar, proceedsOf } from '#shared/rules/spot-orders.ts'

/** How staff review an order: against the live price. An approval executes it. */
export const spotOrderReview: ReviewView<AdminOrder> = {
  kind: 'spot-order',
  label: 'Order',
  plural: 'Orders',
  icon: ListOrdered,
  permission: 'orders.review',
  schema: adminOrder,
  caseIdOf: ({ id }) => id,
  standingOf: (order) => order,
  Subject: ({ subject }) => <OrderFacts order={subject} />,
  decision: {
    titles: { approve: 'Approve and execute?', reject: 'Reject this order?' },
    rows: (order, act) => [
      { label: 'User', value: order.userDetails.fullName },
      { label: 'Order', value: <OrderName {...order} />, strong: true },
      ...(act === 'approve' ? [] : heldRows(order)),
    ],
    reason: { isRequired: false },
    Extra: ({ subject, act }) => act === 'approve' && <LivePrice order={subject} />,
    useSend: useReviewOrder,
    problemOf: ({ code, message }, act) => ({
      title: act === 'approve' ? 'Approval Failed' : 'Rejection Failed',
      message,
      code,
    }),
    doneToast: (act) => ({ title: act === 'approve' ? 'Order Approved' : 'Order Rejected' }),
  },
}

/** What a rejection releases; an approval shows what is exchanged instead. */
function heldRows(order: AdminOrder) {
  return [
    { label: 'Amount', value: `${formatAmount(order.amount)} ${baseOf(order)}`, strong: true },
    { label: 'Price', value: priceOf(order) },
    { label: 'Frozen', value: `${formatAmount(order.held)} ${order.heldSymbol}` },
  ]
}

function OrderFacts({ order }: { order: AdminOrder }) {
  return (
    <>
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-fg text-lg">
          <OrderName {...order} />
          <Money amount={order.amount} symbol={baseOf(order)} as="order" />
        </p>
        <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
          <Fact label={order.type === 'limit' ? 'Limit' : 'Price'}>
            <span className="num">{priceOf(order)}</span>
          </Fact>
          <Fact label="Frozen">
            <Money amount={order.held} symbol={order.heldSymbol} />
          </Fact>
          <Fact label="Created">{formatDateTime(order.createdAt)}</Fact>
          <FirstApprovalFact standing={order} />
          {order.reviewedAt && <Fact label="Reviewed">{formatDateTime(order.reviewedAt)}</Fact>}
          {order.reviewedBy && <Fact label="Reviewed by">{order.reviewedBy}</Fact>}
          {order.reason && <Fact label="Reason">{order.reason}</Fact>}
        </dl>
      </div>
      {order.reviewedAt === null && <LivePrice order={order} />}
    </>
  )
}

function useReviewOrder() {
  const approve = useSubmit(approveOrder)
  const reject = useSubmit(rejectOrder)
  return ({ subject: { id }, act, draft: { reason } }: Decision<AdminOrder>) =>
    act === 'approve'
      ? approve.submit({ params: { id } })
      : reject.submit({ params: { id }, body: reason.trim() === '' ? {} : { reason } })
}

/** What an approval executes an order at, against the live price, and what the user gets for it. */
function LivePrice({ order }: { order: AdminOrder }) {
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
