import { CheckCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ResetKycDialog } from '#pwa/components/reset-kyc-dialog.tsx'
import { RequestTabs } from '#pwa/reviews/request-tabs.tsx'
import type { RequestsDialogProps } from '#pwa/reviews/requests-dialog.tsx'
import { useDecisionDialog } from '#pwa/reviews/use-decision-dialog.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import type { ShownDocuments } from './document-view.ts'
import { KycRequestCard } from './kyc-request-card.tsx'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'
import { kycReview } from './review-view.tsx'
import { useKycCounts, useKycRequests } from './use-kyc-review.ts'

const STATUSES = ['pending', 'approved', 'rejected'] as const

/** The verifications of all users: looked at, decided, reset. */
export function KycDialog({ open, onClose }: RequestsDialogProps) {
  const { data: counts } = useKycCounts()
  const [viewed, setViewed] = useState<{ request: KycRequest; first: ShownDocuments }>()
  const [reset, setReset] = useState<KycRequest>()
  const closeViewer = () => setViewed(undefined)
  const { decide, dialog } = useDecisionDialog(kycReview, closeViewer)
  return (
    <Dialog open={open} onClose={onClose} title="KYC Management" size="large">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-3 gap-2 md:gap-4">
          <Card>
            <Stat label="Pending" value={counts?.pending} />
          </Card>
          <Card>
            <Stat label="Approved" value={counts?.approved} />
          </Card>
          <Card>
            <Stat label="Rejected" value={counts?.rejected} />
          </Card>
        </div>
        <RequestTabs
          label="Verifications"
          statuses={STATUSES}
          counts={counts}
          list={(status) => (
            <Verifications
              status={status}
              card={(request) => (
                <KycRequestCard
                  key={request.id}
                  request={request}
                  onDecide={(act) => decide(request, act)}
                  onReset={() => setReset(request)}
                  onView={(first) => setViewed({ request, first })}
                />
              )}
            />
          )}
        />
      </div>
      {viewed && (
        <KycViewerDialog
          key={viewed.request.id}
          view={kycReview}
          listed={viewed.request}
          first={viewed.first}
          onDecide={(act) => decide(viewed.request, act)}
          onReset={() => setReset(viewed.request)}
          onClose={closeViewer}
        />
      )}
      {dialog}
      {reset && (
        <ResetKycDialog
          userId={reset.user_id}
          name={reset.full_name || 'This user'}
          onClose={() => setReset(undefined)}
          onDone={() => {
            setReset(undefined)
            closeViewer()
          }}
        />
      )}
    </Dialog>
  )
}

interface VerificationsProps {
  status: RequestStatus
  card: (request: KycRequest) => ReactNode
}

function Verifications({ status, card }: VerificationsProps) {
  const requests = useKycRequests(status)
  return (
    <PagedList
      query={requests}
      rows={requests.data}
      failed="Failed to fetch KYC requests"
      empty={
        <EmptyState icon={<CheckCheck className="size-5" />} title={`No ${status} KYC requests`}>
          {status === 'pending'
            ? 'New requests arrive here by themselves.'
            : 'What is decided stands here.'}
        </EmptyState>
      }
    >
      {(rows) => <ul className="flex flex-col gap-3">{rows.map(card)}</ul>}
    </PagedList>
  )
}
