import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { problemOr, type ReviewView, type SubjectProps } from '#pwa/reviews/review-view.ts'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { type KycRequest, kycRequest } from '#shared/contract/kyc.ts'
import { KYC_REJECTION_TEMPLATES } from '#shared/rules/kyc.ts'
import { msg, t } from '#shared/text/t.ts'
import { KYC_DOCUMENTS, type ShownDocuments } from './document-view.ts'
import { KycFacts } from './kyc-facts.tsx'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'
import { useReviewKyc } from './use-kyc-review.ts'

/** How staff review a verification: its images, and templates for what is wrong with them. */
export const kycReview: ReviewView<KycRequest> = {
  kind: 'kyc',
  label: msg('Verification'),
  plural: msg('Verifications'),
  icon: IdCard,
  permission: 'kyc.review',
  schema: kycRequest,
  // A user has one stream of verifications.
  caseIdOf: ({ user_id }) => user_id,
  submissionOf: ({ id }) => id,
  Subject: KycSubject,
  decision: {
    titles: {
      approve: msg('Approve this verification?'),
      reject: msg('Reject verification'),
    },
    rows: ({ full_name: name, user, user_id: id }) => [
      { label: t('Full name'), value: name || t('N/A'), strong: true },
      {
        label: t('Account'),
        value: <UserLink id={user.email && id}>{user.full_name || t('N/A')}</UserLink>,
      },
      { label: t('Email'), value: user.email || t('N/A') },
    ],
    reason: { isRequired: true, templates: KYC_REJECTION_TEMPLATES },
    useSend: useReviewKyc,
    problemOf: problemOr(msg('Action failed')),
  },
}

/** What the user wrote and the images; a press opens them in their viewer. */
function KycSubject({ subject: request, onDecide }: SubjectProps<KycRequest>) {
  const [viewed, setViewed] = useState<ShownDocuments>()
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-surface-2 p-4">
      <KycFacts request={request} />
      <div className="grid grid-cols-3 gap-2">
        {KYC_DOCUMENTS.map(({ name, label, url }) => (
          <figure key={name} className="flex min-w-0 flex-col gap-1">
            <KeptPicture
              url={request[url]}
              label={t('View {document}', { document: t(label) })}
              className="h-28 w-full"
              onOpen={() => setViewed(name)}
            />
            <figcaption className="flex text-fg-3 text-xs">
              <ShortText>{t(label)}</ShortText>
            </figcaption>
          </figure>
        ))}
      </div>
      {viewed && (
        <KycViewerDialog
          view={kycReview}
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
