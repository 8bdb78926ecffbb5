import { useState } from 'react'
import { failureText } from '#pwa/features/outbox/failure-text.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { useWithdrawalCounts, useWithdrawalsForReview } from './use-withdrawal-review.ts'
import { WithdrawalReviewCard } from './withdrawal-review-card.tsx'

interface WithdrawalHistoryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const FAILED = { title: 'Error', message: 'Failed to fetch withdraw requests' }

/** Decided withdraw requests: a switch between approved and rejected, with counts. */
export function WithdrawalHistoryDialog({ open, onOpenChange }: WithdrawalHistoryDialogProps) {
  const [status, setStatus] = useState<'approved' | 'rejected'>('approved')
  const counts = useWithdrawalCounts()
  const requests = useWithdrawalsForReview(status)
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count})`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Withdraw History" size="large">
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label="Result"
          value={status}
          onValueChange={setStatus}
          options={[
            { value: 'approved', label: counted('Approved', counts.data?.approved) },
            { value: 'rejected', label: counted('Rejected', counts.data?.rejected) },
          ]}
        />
        {requests.isLoading && <SkeletonRows count={3} />}
        {!requests.data && requests.error && (
          <ErrorState
            title="Error loading withdraw requests"
            message={failureText(requests.error, FAILED).message}
            onRetry={requests.refetch}
          />
        )}
        {requests.data?.length === 0 && <EmptyState title={`No ${status} withdrawals`} />}
        <ul className="flex flex-col gap-3">
          {requests.data?.map((withdrawal) => (
            <WithdrawalReviewCard key={withdrawal.id} withdrawal={withdrawal} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
