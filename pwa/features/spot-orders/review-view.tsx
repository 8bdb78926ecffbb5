import { ListOrdered } from 'lucide-react'
import {
  baseOf,
  IdentifiedOrderUser,
  OrderName,
  OrderResult,
  priceOf,
} from '#pwa/components/order-columns.tsx'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { FirstApprovalFact } from '#pwa/reviews/approval-standing.tsx'
import type { Decision, ReviewView } from '#pwa/reviews/review-view.ts'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money, PriceText } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import {
  type AdminOrder,
  adminOrder,
  approveOrder,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { OrderAgainstMarket, useCanExecute } from './order-against-market.tsx'

/** How staff review an order: against the live price. An approval executes it. */
export const spotOrderReview: ReviewView<AdminOrder> = {
  kind: 'spot-order',
  label: msg('Order'),
  plural: msg('Orders'),
  icon: ListOrdered,
  permission: 'orders.review',
  schema: adminOrder,
  caseIdOf: ({ id }) => id,
  standingOf: (order) => order,
  useCanApprove: useCanExecute,
  Subject: ({ subject }) => <OrderFacts order={subject} />,
  decision: {
    titles: { approve: msg('Approve and execute?'), reject: msg('Reject this order?') },
    rows: (order, act) => [
      { label: t('User'), value: <IdentifiedOrderUser {...order} /> },
      { label: t('Order'), value: <OrderName {...order} />, strong: true },
      ...(act === 'approve' ? [] : heldRows(order)),
    ],
    reason: { isRequired: false },
    Extra: ({ subject, act }) => act === 'approve' && <OrderAgainstMarket order={subject} />,
    useSend: useReviewOrder,
    problemOf: ({ code, message }, act) => ({
      title: act === 'approve' ? t('Approval Failed') : t('Rejection Failed'),
      message,
      code,
    }),
    doneToast: (act) => ({
      title: act === 'approve' ? t('Order Approved') : t('Order Rejected'),
    }),
  },
}

/** What a rejection releases; an approval shows what is exchanged instead. */
function heldRows(order: AdminOrder) {
  return [
    {
      label: t('Amount'),
      value: <Money amount={order.amount} symbol={baseOf(order)} />,
      strong: true,
    },
    { label: t('Price'), value: <bdi>{priceOf(order)}</bdi> },
    { label: t('Frozen'), value: <Money amount={order.held} symbol={order.heldSymbol} /> },
  ]
}

function OrderFacts({ order }: { order: AdminOrder }) {
  return (
    <>
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-fg text-lg">
          <OrderName {...order} />
          <Money amount={order.executedAmount ?? order.amount} symbol={baseOf(order)} as="order" />
        </p>
        <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
          <Fact label={order.type === 'limit' ? t('Limit') : t('Price')}>
            <bdi className="num">{priceOf(order)}</bdi>
          </Fact>
          {order.returned === null && order.spent === null ? (
            <Fact label={t('Frozen')}>
              <Money amount={order.held} symbol={order.heldSymbol} />
            </Fact>
          ) : (
            <Fact label={t('Result')}>
              <OrderResult {...order} start />
            </Fact>
          )}
          {order.executionTick && (
            <Fact label={t('Recorded price')}>
              {rich('{price}, {source}, {time}', {
                price: <PriceText price={order.executionTick.price} />,
                source: <bdi>{order.executionTick.source}</bdi>,
                time: formatDateTime(order.executionTick.at),
              })}
            </Fact>
          )}
          <Fact label={t('Created')}>{formatDateTime(order.createdAt)}</Fact>
          <FirstApprovalFact standing={order} />
          {order.reviewedAt && (
            <Fact label={t('Reviewed')}>{formatDateTime(order.reviewedAt)}</Fact>
          )}
          {order.reviewedBy && <Fact label={t('Reviewed by')}>{order.reviewedBy}</Fact>}
          {order.reason && <Fact label={t('Reason')}>{order.reason}</Fact>}
        </dl>
      </div>
      {order.status === 'pending_approval' && <OrderAgainstMarket order={order} />}
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
