import { CheckCheck } from 'lucide-react'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { KycRequest, KycReviewStatus } from '#shared/contract/kyc.ts'
import type { ShownDocuments } from './document-view.ts'
import { type KycAct, KycRequestCard } from './kyc-request-card.tsx'
import { useKycRequests } from './use-kyc-review.ts'

interface KycRequestListProps {
  status: KycReviewStatus
  onAct: (request: KycRequest, act: KycAct) => void
  onView: (request: KycRequest, shown: ShownDocuments) => void
}

export function KycRequestList({ status, onAct, onView }: KycRequestListProps) {
  const requests = useKycRequests(status)
  if (requests.isLoading) return <SkeletonRows count={3} />
  if (!requests.data) {
    return (
      <ErrorState
        title="Failed to fetch KYC requests"
        message={requests.error?.message ?? 'Please try again.'}
        onRetry={requests.refetch}
      />
    )
  }
  const rows = requests.data.flat()
  if (rows.length === 0) {
    return (
      <EmptyState icon={<CheckCheck className="size-5" />} title={`No ${status} KYC requests`}>
        {status === 'pending'
          ? 'New requests arrive here by themselves.'
          : 'What is decided stands here.'}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {rows.map((request) => (
          <KycRequestCard
            key={request.id}
            request={request}
            onAct={(act) => onAct(request, act)}
            onView={(shown) => onView(request, shown)}
          />
        ))}
      </ul>
      {requests.hasMore && (
        <Button className="self-center" busy={requests.isLoadingMore} onClick={requests.loadMore}>
          Show more
        </Button>
      )}
    </div>
  )
}
