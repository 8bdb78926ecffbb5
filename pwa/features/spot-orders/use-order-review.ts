import { useSubmit } from '#pwa/hooks/use-submit.ts'
import type { Decision } from '#pwa/reviews/review-view.ts'
import { type AdminOrder, approveOrder, rejectOrder } from '#shared/contract/spot-orders.ts'

export function useReviewOrder() {
  const approve = useSubmit(approveOrder)
  const reject = useSubmit(rejectOrder)
  return ({ subject: { id }, act, draft: { reason } }: Decision<AdminOrder>) =>
    act === 'approve'
      ? approve.submit({ params: { id } })
      : reject.submit({ params: { id }, body: reason.trim() === '' ? {} : { reason } })
}
