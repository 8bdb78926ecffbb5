import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { ReviewedDeposit } from '#shared/contract/deposits.ts'
import { DepositReviewCard } from './deposit-review-card.tsx'
import { ReviewDepositDialog } from './review-deposit-dialog.tsx'
import { useDepositsForReview } from './use-deposit-review.ts'

interface DepositRequestsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The deposit requests that wait. */
export function DepositRequestsDialog({ open, onOpenChange }: DepositRequestsDialogProps) {
  const requests = useDepositsForReview('pending')
  const [asked, setAsked] = useState<{
    readonly deposit: ReviewedDeposit
    readonly action: 'approve' | 'reject'
  }>()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Deposit Requests"
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
          title="Failed to fetch deposit requests"
          message={requests.error.message}
          onRetry={requests.refetch}
        />
      )}
      {requests.data?.length === 0 && (
        <EmptyState icon={<CheckCheck className="size-5" />} title="No pending deposit requests">
          New requests arrive here by themselves.
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {requests.data?.map((deposit) => (
          <DepositReviewCard
            key={deposit.id}
            deposit={deposit}
            actions={
              <>
                <Button size="small" onClick={() => setAsked({ deposit, action: 'reject' })}>
                  Reject
                </Button>
                <Button
                  size="small"
                  variant="up"
                  onClick={() => setAsked({ deposit, action: 'approve' })}
                >
                  Approve
                </Button>
              </>
            }
          />
        ))}
      </ul>
      {asked && (
        <ReviewDepositDialog
          key={asked.deposit.id}
          {...asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  )
}
