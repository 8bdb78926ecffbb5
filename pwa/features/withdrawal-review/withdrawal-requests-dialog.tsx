import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#pwa/features/outbox/failure-text.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { ReviewWithdrawalDialog } from './review-withdrawal-dialog.tsx'
import { useWithdrawalsForReview } from './use-withdrawal-review.ts'
import { WithdrawalReviewCard } from './withdrawal-review-card.tsx'

interface WithdrawalRequestsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const FAILED = { title: 'Error', message: 'Failed to fetch withdraw requests' }

/** The withdraw requests that wait. */
export function WithdrawalRequestsDialog({ open, onOpenChange }: WithdrawalRequestsDialogProps) {
  const requests = useWithdrawalsForReview('pending')
  const [asked, setAsked] = useState<{
    readonly withdrawal: ReviewedWithdrawal
    readonly action: 'approve' | 'reject'
  }>()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Withdraw Requests"
      size="large"
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={requests.refetch}>
            Refresh
          </Button>
          <Button className="flex-1 md:flex-none" onClick={() => onOpenChange(false)}>
            Close
          </Button>
        </>
      }
    >
      {requests.isLoading && <SkeletonRows count={3} />}
      {!requests.data && requests.error && (
        <ErrorState
          title="Error loading withdraw requests"
          message={failureText(requests.error, FAILED).message}
          onRetry={requests.refetch}
        />
      )}
      {requests.data?.length === 0 && (
        <EmptyState icon={<CheckCheck className="size-5" />} title="No pending withdraw requests">
          New requests arrive here by themselves.
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {requests.data?.map((withdrawal) => (
          <WithdrawalReviewCard
            key={withdrawal.id}
            withdrawal={withdrawal}
            actions={
              <>
                <Button size="small" onClick={() => setAsked({ withdrawal, action: 'reject' })}>
                  Reject
                </Button>
                <Button
                  size="small"
                  variant="up"
                  onClick={() => setAsked({ withdrawal, action: 'approve' })}
                >
                  Approve
                </Button>
              </>
            }
          />
        ))}
      </ul>
      {asked && (
        <ReviewWithdrawalDialog
          key={asked.withdrawal.id}
          {...asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  )
}
