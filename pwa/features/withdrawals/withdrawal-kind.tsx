import type { RequestKind } from '#pwa/reviews/request-kind.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { ReviewWithdrawalDialog } from './review-withdrawal-dialog.tsx'
import { useWithdrawalCounts, useWithdrawalsForReview } from './use-withdrawal-review.ts'

const FAILED = { title: 'Error', message: 'Failed to fetch withdraw requests' }

export const WITHDRAWALS: RequestKind<ReviewedWithdrawal> = {
  name: 'Withdraw',
  plural: 'withdrawals',
  permission: 'withdrawals.review',
  loadFailed: (error) => ({
    title: 'Error loading withdraw requests',
    message: problemOfFailure(error, FAILED).message,
  }),
  useRequests: useWithdrawalsForReview,
  useCounts: useWithdrawalCounts,
  badges: ({ network, second_factor }) => (
    <>
      <Badge tone="warn">{network}</Badge>
      {second_factor && <Badge tone="info">Second factor</Badge>}
    </>
  ),
  addressFact: ({ network, wallet_address }) => ({
    label: `To (${network})`,
    address: wallet_address,
  }),
  pictureOf: ({ admin_screenshot_url }) => admin_screenshot_url,
  ReviewDialog: ReviewWithdrawalDialog,
}
