import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import { formatDateTime } from '#shared/format.ts'

interface StandingProps {
  standing: ApprovalStanding
}

/** A request that two people must approve. */
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

/** The reviewer who gave the first approval cannot give the second. */
export function isFirstApprover(standing: ApprovalStanding | undefined, userId?: string) {
  const first = standing?.first_approval ?? null
  return first !== null && first.user_id === userId
}
