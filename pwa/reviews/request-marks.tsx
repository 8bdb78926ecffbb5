import { Lock } from 'lucide-react'
import { Badge } from '#pwa/ui/badge.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { ShortText } from '#pwa/ui/short-text.tsx'
import type { ReviewClaim } from '#shared/contract/review-desk.ts'
import { t } from '#shared/text/t.ts'
import { SecondApprovalBadge } from './approval-standing.tsx'
import type { ReviewView } from './review-view.ts'
import { useOthersClaim } from './use-review-case.ts'

interface RequestMarksProps<S> {
  view: ReviewView<S>
  subject: S
}

/** What a reviewer must know of a waiting request before they open it. */
export function RequestMarks<S>({ view, subject }: RequestMarksProps<S>) {
  const claim = useOthersClaim({ kind: view.kind, id: view.caseIdOf(subject) })
  return (
    <>
      {claim && <ClaimBadge claim={claim} />}
      {view.standingOf && <SecondApprovalBadge standing={view.standingOf(subject)} />}
    </>
  )
}

export function ClaimBadge({ claim }: { claim: ReviewClaim }) {
  return (
    <Badge tone={claim.is_mine ? 'accent' : 'neutral'}>
      <Lock aria-hidden="true" className="size-3" />
      {rich('<label>Claimed by</label> {name}', {
        label: (inner) => <span className="sr-only">{inner}</span>,
        name: <ShortText className="max-w-36">{claim.is_mine ? t('You') : claim.name}</ShortText>,
      })}
    </Badge>
  )
}
