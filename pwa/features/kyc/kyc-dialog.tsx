import { CheckCheck, FileImage } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { ResetKycDialog } from '#pwa/components/reset-kyc-dialog.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { useDecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { RequestTabs } from '#pwa/reviews/request-tabs.tsx'
import type { RequestsDialogProps } from '#pwa/reviews/requests-dialog.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { StatCards } from '#pwa/ui/stat.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import { KYC_DOCUMENTS, type ShownDocuments } from './document-view.ts'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'
import { kycReview } from './review-view.tsx'
import { useKycCounts, useKycRequests } from './use-kyc-review.ts'

export function KycDialog({ open, onClose }: RequestsDialogProps) {
  const { data: counts } = useKycCounts()
  const [viewed, setViewed] = useState<{ request: KycRequest; first: ShownDocuments }>()
  const [reset, setReset] = useState<KycRequest>()
  const closeViewer = () => setViewed(undefined)
  const { decide, dialog } = useDecisionDialog(kycReview, closeViewer)
  return (
    <Dialog open={open} onClose={onClose} title={t('KYC Management')} size="large">
      <div className="flex flex-col gap-4">
        <StatCards
          className="grid-cols-3"
          stats={[
            { label: t('Pending'), value: counts?.pending },
            { label: t('Approved'), value: counts?.approved },
            { label: t('Rejected'), value: counts?.rejected },
          ]}
        />
        <RequestTabs
          label={t('Verifications')}
          statuses={['pending', 'approved', 'rejected']}
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
          name={reset.full_name || t('This user')}
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
      failed={t('Failed to fetch KYC requests')}
      empty={
        <EmptyState
          icon={<CheckCheck className="size-5" />}
          title={t(
            '{status, select, pending {No pending KYC requests} approved {No approved KYC requests} other {No rejected KYC requests}}',
            { status },
          )}
        >
          {status === 'pending'
            ? t('New requests appear here automatically.')
            : t('Decided requests appear here.')}
        </EmptyState>
      }
    >
      {(rows) => <ul className="flex flex-col gap-3">{rows.map(card)}</ul>}
    </PagedList>
  )
}

interface KycRequestCardProps {
  request: KycRequest
  onDecide: (act: ReviewAct) => void
  onReset: () => void
  onView: (shown: ShownDocuments) => void
}

function KycRequestCard(props: KycRequestCardProps) {
  const { request, onDecide, onReset, onView } = props
  const { status, reviewed_at: reviewedAt } = request
  const name = request.full_name || request.user.full_name || t('N/A')
  return (
    <li
      aria-label={name}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold text-fg text-lg">
          <UserLink id={request.user.email && request.user_id}>{name}</UserLink>
        </p>
        {status === 'pending' && <RequestMarks view={kycReview} subject={request} />}
        <p className="num text-fg-3 text-xs">
          {reviewedAt
            ? t('Reviewed {time}', { time: formatDateTime(reviewedAt) })
            : t('Submitted {time}', { time: formatDateTime(request.submitted_at) })}
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-3">
        <Fact label={t('Email')}>{request.user.email || t('N/A')}</Fact>
        <Fact label={t('SSN')}>
          <span className="num">{request.ssn || t('N/A')}</span>
        </Fact>
        <Fact label={t('Address')}>{request.address || t('N/A')}</Fact>
        {request.rejection_reason && (
          <Fact label={t('Rejection reason')}>{translated(request.rejection_reason)}</Fact>
        )}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap gap-x-4">
          {KYC_DOCUMENTS.map((document) => (
            <button
              key={document.name}
              type="button"
              onClick={() => onView(document.name)}
              aria-label={t('View {document} of {name}', { document: t(document.label), name })}
              className="inline-flex min-h-11 items-center gap-1.5 text-info text-sm hover:underline"
            >
              <FileImage aria-hidden="true" className="size-4" />
              {t(document.label)}
            </button>
          ))}
        </span>
        <span className="flex flex-1 justify-end gap-2">
          {status === 'pending' ? (
            <ReviewButtons view={kycReview} subject={request} onAct={onDecide} />
          ) : (
            <IfMay permission="kyc.reset">
              <Button size="small" onClick={onReset}>
                {t('Reset verification')}
              </Button>
            </IfMay>
          )}
        </span>
      </div>
    </li>
  )
}
