import { baseOf, OrderName } from '#pwa/components/order-columns.tsx'
import { priceOf } from '#pwa/components/order-price.tsx'
import { AdjustmentFacts } from '#pwa/features/adjustments/adjustment-facts.tsx'
import { DEPOSITS } from '#pwa/features/deposits/deposit-kind.tsx'
import { KycSubject } from '#pwa/features/kyc/kyc-subject.tsx'
import { LoanFacts } from '#pwa/features/loans/loan-facts.tsx'
import { WITHDRAWALS } from '#pwa/features/withdrawals/withdrawal-kind.tsx'
import { FirstApprovalFact } from '#pwa/reviews/approval-standing.tsx'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { ReviewSubject } from '#shared/contract/review-desk.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatDateTime } from '#shared/format.ts'

interface CaseSubjectProps {
  subject: ReviewSubject
  onDecide: (action: 'approve' | 'reject') => void
}

/** The request itself, drawn by the feature that it belongs to. */
export function CaseSubject({ subject, onDecide }: CaseSubjectProps) {
  switch (subject.kind) {
    case 'deposit':
      return (
        <ul>
          <RequestCard kind={DEPOSITS} request={subject.request} />
        </ul>
      )
    case 'withdrawal':
      return (
        <ul>
          <RequestCard kind={WITHDRAWALS} request={subject.request} />
        </ul>
      )
    case 'spot-order':
      return <OrderFacts order={subject.order} />
    case 'kyc':
      return <KycSubject request={subject.request} onDecide={onDecide} />
    case 'loan':
      return <LoanFacts loan={subject.request} />
    case 'adjustment':
      return (
        subject.adjustment && (
          <div className="rounded-md border border-line bg-surface-2 p-4">
            <AdjustmentFacts adjustment={subject.adjustment} />
          </div>
        )
      )
  }
}

function OrderFacts({ order }: { order: AdminOrder }) {
  return (
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
  )
}
