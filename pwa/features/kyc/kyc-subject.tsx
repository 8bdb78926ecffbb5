import { useState } from 'react'
import type { ReviewAct, ReviewView } from '#pwa/reviews/review-view.ts'
import { KeptPicture } from '#pwa/ui/kept-picture.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { KYC_DOCUMENTS, type ShownDocuments } from './document-view.ts'
import { KycFacts } from './kyc-facts.tsx'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'

interface KycSubjectProps {
  view: ReviewView<KycRequest>
  request: KycRequest
  onDecide: (act: ReviewAct) => void
}

/** What the user wrote and the images; a press opens them in their viewer. */
export function KycSubject({ view, request, onDecide }: KycSubjectProps) {
  const [viewed, setViewed] = useState<ShownDocuments>()
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-surface-2 p-4">
      <KycFacts request={request} />
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
          view={view}
          listed={request}
          first={viewed}
          onDecide={(act) => {
            setViewed(undefined)
            onDecide(act)
          }}
          onClose={() => setViewed(undefined)}
        />
      )}
    </div>
  )
}
