import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import { formatDateTime } from '#shared/format.ts'

interface StandingProps {
  standing: ApprovalStanding
}

/** Something that waits, and of which two people must approve. */
export function SecondApprovalBadge({ standing }: StandingProps) {
  if (!standing.needs_second_approval) return null
  return standing.first_approval ? (
    <Badge tone="info">Awaits second approval</Badge>
  ) : (
    <Badge>Two approvals</Badge>
  )
}

export function FirstApprovalFact({ standing: { first_approval: first } }: StandingProps) {
  if (!first) return null
  return (
    <>
      <Fact label="First approval">
        {first.by ?? 'N/A'}, {formatDateTime(first.at)}
      </Fact>
      {first.notes && <Fact label="Notes of the first approval">{first.notes}</Fact>}
    </>
  )
}

/** Before an approval: what it will do where two are needed. */
export function SecondApprovalNotice({ standing }: StandingProps) {
  const { needs_second_approval: needsTwo, first_approval: first } = standing
  if (!needsTwo) return null
  return (
    <Notice>
      {first
        ? `${first.by ?? 'Somebody'} has approved this. Yours is the second approval: it takes effect at once.`
        : 'This is worth so much that a second person must approve it as well. Nothing moves until then.'}
    </Notice>
  )
}

/** Whoever gave the first approval has no say in the second. */
export function isFirstApprover({ first_approval: first }: ApprovalStanding, userId?: string) {
  return first !== null && first.user_id === userId
}
