import { IfMay } from '#pwa/components/if-may.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import type { ShownDocuments } from './document-view.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { KycFacts } from './kyc-facts.tsx'
import type { KycAct } from './kyc-request-card.tsx'
import { useDocumentView } from './use-document-view.ts'
import { useKycRequest } from './use-kyc-review.ts'

interface KycViewerDialogProps {
  /** As the list has it; its links may have run out. */
  listed: KycRequest
  first: ShownDocuments
  /** Another dialog lies above: keys are for that one. */
  isCovered: boolean
  onAct: (act: KycAct) => void
  onClose: () => void
}

/** The images beside what the person wrote: everything that a decision rests on. */
export function KycViewerDialog(props: KycViewerDialogProps) {
  const { listed, first, isCovered, onAct, onClose } = props
  const { data: request = listed } = useKycRequest(listed.id)
  const { view, act } = useDocumentView(first, !isCovered)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Verification of ${request.full_name || 'N/A'}`}
      size="large"
      footer={
        request.status === 'pending' ? (
          <IfMay permission="kyc.review">
            <Button
              variant="danger"
              className="flex-1 md:flex-none"
              onClick={() => onAct('reject')}
            >
              Reject
            </Button>
            <Button variant="up" className="flex-1 md:flex-none" onClick={() => onAct('approve')}>
              Approve
            </Button>
          </IfMay>
        ) : (
          <IfMay permission="kyc.reset">
            <Button className="flex-1 md:flex-none" onClick={() => onAct('reset')}>
              Reset verification
            </Button>
          </IfMay>
        )
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-6">
        <DocumentViewer request={request} view={view} act={act} />
        <KycFacts request={request} onReveal={() => onAct('reveal')} />
      </div>
    </Dialog>
  )
}
