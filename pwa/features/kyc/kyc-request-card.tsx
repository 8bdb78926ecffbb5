import { FileImage } from 'lucide-react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { formatDateTime } from '#shared/format.ts'
import { KYC_DOCUMENTS, type ShownDocuments } from './document-view.ts'
import { kycReview } from './review-view.tsx'

interface KycRequestCardProps {
  request: KycRequest
  onDecide: (act: ReviewAct) => void
  onReset: () => void
  onView: (shown: ShownDocuments) => void
}

/** A verification with all that a reviewer needs to know of it. */
export function KycRequestCard(props: KycRequestCardProps) {
  const { request, onDecide, onReset, onView } = props
  const { status, reviewed_at: reviewedAt } = request
  const name = request.full_name || request.user.full_name || 'N/A'
  return (
    <li
      aria-label={name}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="wrap-anywhere font-semibold text-fg text-lg">{name}</p>
        {status === 'pending' && <RequestMarks view={kycReview} subject={request} />}
        <p className="num text-fg-3 text-xs">
          {reviewedAt
            ? `Reviewed ${formatDateTime(reviewedAt)}`
            : `Submitted ${formatDateTime(request.submitted_at)}`}
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-3">
        <Fact label="Email">{request.user.email || 'N/A'}</Fact>
        <Fact label="SSN">
          <span className="num">{request.ssn || 'N/A'}</span>
        </Fact>
        <Fact label="Address">{request.address || 'N/A'}</Fact>
        {request.rejection_reason && (
          <Fact label="Rejection reason">{request.rejection_reason}</Fact>
        )}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap gap-x-4">
          {KYC_DOCUMENTS.map((document) => (
            <button
              key={document.name}
              type="button"
              onClick={() => onView(document.name)}
              aria-label={`View ${document.label} of ${name}`}
              className="inline-flex min-h-11 items-center gap-1.5 text-info text-sm hover:underline"
            >
              <FileImage aria-hidden="true" className="size-4" />
              {document.label}
            </button>
          ))}
        </span>
        <span className="flex flex-1 justify-end gap-2">
          {status === 'pending' ? (
            <ReviewButtons view={kycReview} subject={request} onAct={onDecide} />
          ) : (
            <IfMay permission="kyc.reset">
              <Button size="small" onClick={onReset}>
                Reset verification
              </Button>
            </IfMay>
          )}
        </span>
      </div>
    </li>
  )
}
