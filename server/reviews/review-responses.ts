import { listStaff } from '#server/facts/staff-roles.ts'
import type { Listed, Queryable } from '#server/projections/documents.ts'
import { countByStatus } from '#server/queries/count-by-status.ts'
import {
  listRequests,
  listWaiting,
  type ReviewItem,
  type ReviewPage,
} from '#server/queries/requests-for-review.ts'
import {
  AWAITS_SECOND_APPROVAL,
  PROPOSED,
  PROPOSED_ALONE,
  SECOND_PERSON_MISSING,
} from '#shared/contract/reviews.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import type { MayNeedSecondApproval } from './decide-review.ts'
import { lacksAnother } from './present-review.ts'

/** Requests of one status; waiting ones are listed oldest first. */
export function listForReview<S>(
  db: Queryable,
  { status = 'pending', ...page }: ReviewPage,
): Promise<ReviewItem<S>[]> {
  return status === 'pending' ? listWaiting<S>(db, page) : listRequests<S>(db, { ...page, status })
}

export async function countForReview(db: Queryable, kind: string) {
  const { pending = 0, approved = 0, rejected = 0 } = await countByStatus(db, kind)
  return { pending, approved, rejected }
}

interface Reviewed extends MayNeedSecondApproval {
  readonly reviewedAt: string | null
  readonly userId: string
}

/** The message to a reviewer: the first of two approvals has moved nothing yet. */
export async function responseOf<S extends Reviewed>(
  db: Queryable,
  outcome: Listed<S> | Refusal,
  messageOf: (state: S) => string,
) {
  if (isRefusal(outcome)) return outcome
  const { state } = outcome
  return state.firstApproval && state.reviewedAt === null
    ? awaitsSecond(db, { ...state, firstApproval: state.firstApproval })
    : { message: messageOf(state) }
}

type FirstApproved = Pick<Required<Reviewed>, 'firstApproval' | 'userId'>

/** The response to the first of two approvals, which says so if no one can give the second. */
async function awaitsSecond(db: Queryable, first: FirstApproved) {
  const message = (await isAlone(db, first)) ? SECOND_PERSON_MISSING : AWAITS_SECOND_APPROVAL
  return { message, awaits_second_approval: true as const }
}

/** The response to a proposal, which is the first of its two approvals. */
export async function awaitsSecondOfProposal(db: Queryable, first: FirstApproved) {
  const message = (await isAlone(db, first)) ? PROPOSED_ALONE : PROPOSED
  return { message, awaits_second_approval: true as const }
}

async function isAlone(db: Queryable, { firstApproval, userId }: FirstApproved): Promise<boolean> {
  return lacksAnother(await listStaff(db), [firstApproval.approvedBy, userId])
}

interface RequestMessages {
  readonly approved: string
  readonly rejected: string
  /** Rejected, and the user must verify again. */
  readonly flagged: string
}

export function requestMessage({ approved, rejected, flagged }: RequestMessages) {
  return (decided: { readonly status: string; readonly requireReverification: boolean }) => {
    if (decided.requireReverification) return flagged
    return decided.status === 'approved' ? approved : rejected
  }
}
