import type { EarlierProposal, HasEarlierProposals } from './decide-proposal.ts'
import type { Decided } from './review-source.ts'

/**
 * The decisions on the proposals of a stream, the latest first.
 *
 * @param noteOf what was proposed, if the reason does not say it
 */
export function proposalDecisions<Earlier extends EarlierProposal>(
  id: string,
  { earlier = [] }: HasEarlierProposals<Earlier>,
  noteOf?: (each: Earlier) => string,
): readonly Decided[] {
  return earlier.toReversed().map((each) => ({
    id,
    outcome: each.outcome,
    at: each.decidedAt,
    reviewerId: each.decidedBy,
    proposerId: each.proposedBy ?? null,
    reason: each.reason,
    notes: null,
    ...(noteOf && { note: noteOf(each) }),
  }))
}
