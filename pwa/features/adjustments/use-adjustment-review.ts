import { useSubmit } from '#pwa/hooks/use-submit.ts'
import type { Decision } from '#pwa/reviews/review-view.ts'
import { reviewAdjustment, type WaitingAdjustment } from '#shared/contract/adjustments.ts'

export function useReviewAdjustment() {
  const { submit } = useSubmit(reviewAdjustment)
  return ({ subject: { user, first_approval: first }, act }: Decision<WaitingAdjustment>) =>
    submit({ params: { userId: user.id }, body: { action: act, proposedAt: first?.at ?? '' } })
}
