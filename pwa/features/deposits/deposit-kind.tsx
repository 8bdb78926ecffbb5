import type { RequestKind } from '#pwa/reviews/request-kind.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import type { ReviewedDeposit } from '#shared/contract/deposits.ts'
import { ReviewDepositDialog } from './review-deposit-dialog.tsx'
import { useDepositCounts, useDepositsForReview } from './use-deposit-review.ts'

export const DEPOSITS: RequestKind<ReviewedDeposit> = {
  name: 'Deposit',
  plural: 'deposits',
  permission: 'deposits.review',
  loadFailed: ({ message }) => ({ title: 'Failed to fetch deposit requests', message }),
  useRequests: useDepositsForReview,
  useCounts: useDepositCounts,
  badges: ({ address_outdated }) => address_outdated && <Badge tone="warn">Earlier address</Badge>,
  addressFact: ({ network, address, address_version }) => ({
    label: `Address (${network}, version ${address_version})`,
    address,
  }),
  pictureOf: ({ screenshot_url }) => screenshot_url,
  ReviewDialog: ReviewDepositDialog,
}
