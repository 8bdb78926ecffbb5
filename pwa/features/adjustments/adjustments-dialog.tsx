import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useWaitingAdjustments } from '#pwa/hooks/use-waiting-adjustments.ts'
import { SecondApprovalBadge } from '#pwa/reviews/approval-standing.tsx'
import type { RequestsDialogProps, ReviewAct } from '#pwa/reviews/request-kind.ts'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { WaitingAdjustment } from '#shared/contract/adjustments.ts'
import { AdjustmentFacts } from './adjustment-facts.tsx'
import { ReviewAdjustmentDialog } from './review-adjustment-dialog.tsx'

/** Adjustments that one member of staff wants and a second one must approve. */
export function AdjustmentsDialog({ open, onOpenChange }: RequestsDialogProps) {
  const waiting = useWaitingAdjustments()
  const [asked, setAsked] = useState<{ adjustment: WaitingAdjustment; action: ReviewAct }>()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Adjustments" size="large">
      {waiting.isLoading && <SkeletonRows count={3} />}
      {!waiting.data && waiting.error && (
        <ErrorState
          title="Failed to fetch adjustments"
          message={waiting.error.message}
          onRetry={waiting.refetch}
        />
      )}
      {waiting.data?.length === 0 && (
        <EmptyState icon={<CheckCheck className="size-5" />} title="No pending adjustments">
          What is worth so much that two people must approve it arrives here.
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {waiting.data?.map((adjustment) => (
          <AdjustmentCard
            key={adjustment.user.id}
            adjustment={adjustment}
            onAct={(action) => setAsked({ adjustment, action })}
          />
        ))}
      </ul>
      {asked && <ReviewAdjustmentDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Dialog>
  )
}

interface AdjustmentCardProps {
  adjustment: WaitingAdjustment
  onAct: (act: ReviewAct) => void
}

function AdjustmentCard({ adjustment, onAct }: AdjustmentCardProps) {
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="wrap-anywhere font-semibold text-fg text-lg">{adjustment.user.full_name}</p>
        <SecondApprovalBadge standing={adjustment} />
      </div>
      <AdjustmentFacts adjustment={adjustment} />
      <span className="flex justify-end gap-2">
        <ReviewButtons permission="balances.adjust" standing={adjustment} onAct={onAct} />
      </span>
    </li>
  )
}
