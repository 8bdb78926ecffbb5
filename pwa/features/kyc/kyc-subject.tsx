import { useState } from 'react'
import { KeptPicture } from '#pwa/ui/kept-picture.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { KYC_DOCUMENTS, type ShownDocuments } from './document-view.ts'
import { KycFacts } from './kyc-facts.tsx'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'
import { RevealKycDialog } from './reveal-kyc-dialog.tsx'

interface KycSubjectProps {
  request: KycRequest
  onDecide: (action: 'approve' | 'reject') => void
}

/** What the person said of themselves and the images; a press opens them in their viewer. */
export function KycSubject({ request, onDecide }: KycSubjectProps) {
  const [viewed, setViewed] = useState<ShownDocuments>()
  const [isRevealing, setRevealing] = useState(false)
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-surface-2 p-4">
      <KycFacts request={request} onReveal={() => setRevealing(true)} />
      <div className="grid grid-cols-3 gap-2">
        {KYC_DOCUMENTS.map(({ name, label, url }) => (
          <figure key={name} className="flex min-w-0 flex-col gap-1">
            <KeptPicture
              url={request[url]}
              label={`View ${label}`}
              className="h-28 w-full"
              onOpen={() => setViewed(name)}
            />
            <figcaption className="truncate text-fg-3 text-xs">{label}</figcaption>
          </figure>
        ))}
      </div>
      {viewed && (
        <KycViewerDialog
          listed={request}
          first={viewed}
          isCovered={isRevealing}
          onAct={(act) => {
            if (act === 'reveal') setRevealing(true)
            if (act !== 'approve' && act !== 'reject') return
            setViewed(undefined)
            onDecide(act)
          }}
          onClose={() => setViewed(undefined)}
        />
      )}
      {isRevealing && <RevealKycDialog request={request} onClose={() => setRevealing(false)} />}
    </div>
  )
}
