import type { Instant } from '#shared/time.ts'
import type { MayNeedSecondApproval } from './decide-review.ts'

/** An earlier proposal, and how it ended. */
export interface EarlierProposal {
  readonly outcome: 'applied' | 'reset' | 'rejected'
  /** Omitted if one person was enough. */
  readonly proposedBy?: string
  readonly decidedBy: string
  readonly decidedAt: Instant
  readonly reason: string | null
}

/** The state of a stream on which staff make one proposal after the other. */
export interface HasEarlierProposals<Earlier extends EarlierProposal = EarlierProposal> {
  /** The last ones, oldest first. Omitted if there are none. */
  readonly earlier?: readonly Earlier[]
}

/** How many earlier proposals of each outcome are kept. */
export const PROPOSALS_KEPT_MAX = 10

/**
 * The earlier proposals with the one that has just been decided. They are counted for each outcome,
 * so that approvals do not displace rejections.
 */
export function withDecided<Earlier extends EarlierProposal>(
  { firstApproval, earlier = [] }: MayNeedSecondApproval & HasEarlierProposals<Earlier>,
  decided: Earlier,
): readonly Earlier[] {
  const added = firstApproval ? { ...decided, proposedBy: firstApproval.approvedBy } : decided
  const alike = earlier.filter(({ outcome }) => outcome === added.outcome)
  const oldest = alike.length < PROPOSALS_KEPT_MAX ? undefined : alike[0]
  return [...earlier.filter((each) => each !== oldest), added]
}
