import { useState } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { DepositReviewCard } from './deposit-review-card.tsx'
import { useDepositCounts, useDepositsForReview } from './use-deposit-review.ts'

interface DepositHistoryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Decided deposit requests: a switch between approved and rejected, with counts. */
export function DepositHistoryDialog({ open, onOpenChange }: DepositHistoryDialogProps) {
  const [status, setStatus] = useState<'approved' | 'rejected'>('approved')
  const counts = useDepositCounts()
  const requests = useDepositsForReview(status)
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count})`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Deposit History" size="large">
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
            title="Failed to fetch deposit requests"
            message={requests.error.message}
            onRetry={requests.refetch}
          />
        )}
        {requests.data?.length === 0 && <EmptyState title={`No ${status} deposits`} />}
        <ul className="flex flex-col gap-3">
          {requests.data?.map((deposit) => (
            <DepositReviewCard key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
