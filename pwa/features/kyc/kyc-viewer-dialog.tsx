import { IfMay } from '#pwa/components/if-may.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct, ReviewView } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { t } from '#shared/text/t.ts'
import { type ShownDocuments, useDocumentView } from './document-view.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { KycFacts } from './kyc-facts.tsx'
import { useKycRequest } from './use-kyc-review.ts'

interface KycViewerDialogProps {
  view: ReviewView<KycRequest>
  /** As the list has it; its links may have run out. */
  listed: KycRequest
  first: ShownDocuments
  onDecide: (act: ReviewAct) => void
  /** Omitted if a verification cannot be reset. */
  onReset?: () => void
  onClose: () => void
}

export function KycViewerDialog(props: KycViewerDialogProps) {
  const { view: review, listed, first, onDecide, onReset, onClose } = props
  const { data: request = listed } = useKycRequest(listed.id)
  const { view, act } = useDocumentView(first)
  return (
    <Dialog
      onClose={onClose}
      title={t('Verification of {name}', { name: request.full_name || t('N/A') })}
      size="large"
      footer={
        request.status === 'pending' ? (
          <ReviewButtons view={review} subject={request} size="wide" onAct={onDecide} />
        ) : (
          onReset && (
            <IfMay permission="kyc.reset">
              <Button className="flex-1 md:flex-none" onClick={onReset}>
                {t('Reset verification')}
              </Button>
            </IfMay>
          )
        )
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-6">
        <DocumentViewer request={request} view={view} act={act} />
        <KycFacts request={request} />
      </div>
    </Dialog>
  )
}
