import type { ReviewedPerson } from '#server/queries/reviewed-users.ts'
import type { FoundReview, HeldClaim } from '#server/queries/waiting-reviews.ts'
import type { AnyReviewSource, Decided } from '#server/reviews/review-source.ts'
import type {
  PastDecision,
  ReviewClaim,
  ReviewedUser,
  ReviewItem,
} from '#shared/contract/review-desk.ts'
import { textFields } from '#shared/contract/text.ts'
import { instantOf } from '#shared/time.ts'

/** A row of the desk's list, summarised by its feature. */
export function presentItem(found: FoundReview, source: AnyReviewSource, me: string): ReviewItem {
  const { asset, amount, note, since } = source.summarise(found.state)
  const { firstApproverId, waiting } = found
  const [decision] = waiting ? [] : source.decisions(found.id, found.state)
  return {
    kind: source.kind,
    id: found.id,
    status: found.status,
    waiting,
    awaits_second: waiting && firstApproverId !== null,
    decided_by: waiting ? firstApproverId : (decision?.reviewerId ?? null),
    asset,
    amount,
    ...textFields('note', note),
    since,
    user: found.user,
    claim: found.claim && presentClaim(found.claim, me),
  }
}

export function presentClaim(
  { userId, name, since, expiresAt }: HeldClaim,
  me: string,
): ReviewClaim {
  return {
    user_id: userId,
    name,
    is_mine: userId === me,
    since: instantOf(since.getTime()),
    expires_at: instantOf(expiresAt.getTime()),
  }
}

export function presentPerson(person: ReviewedPerson): ReviewedUser {
  const { email_confirmed, kyc_status, created_at, last_sign_in_at } = person
  return {
    ...person,
    is_verified: email_confirmed && kyc_status === 'approved',
    created_at: instantOf(created_at.getTime()),
    last_sign_in_at: last_sign_in_at && instantOf(last_sign_in_at.getTime()),
  }
}

export interface DecisionFound extends Decided {
  readonly source: AnyReviewSource
  readonly state: unknown
}

export function presentDecision(
  { source, state, reviewerId, proposerId, ...decision }: DecisionFound,
  names: ReadonlyMap<string, string>,
): PastDecision {
  const { asset, amount } = source.summarise(state)
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const proposed = proposerId === undefined ? {} : { proposed_by: nameOf(proposerId) }
  return { kind: source.kind, ...decision, by: nameOf(reviewerId), ...proposed, asset, amount }
}
