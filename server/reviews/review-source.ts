import type { Services } from '#server/services.ts'
import type { LookAlike, PastDecision, ReviewSubject } from '#shared/contract/review-desk.ts'
import type { Decimal } from '#shared/money.ts'
import type { ReviewKind } from '#shared/rules/review-desk.ts'
import type { Instant } from '#shared/time.ts'

/** What the desk's list says of something that waits. */
export interface ReviewSummary {
  /** The part of an id that the desk filters by: null where there is no money in it. */
  readonly asset: string | null
  readonly amount: Decimal | null
  readonly note: string
  readonly since: Instant
}

export interface Decided extends Pick<PastDecision, 'id' | 'outcome' | 'at' | 'reason' | 'notes'> {
  /** The id of the member of staff. */
  readonly reviewerId: string | null
}

/**
 * What a feature gives to the review desk, in one place: how a request that waits is summarised, how
 * it is shown, and what was decided on it.
 *
 * The list is ordered and filtered by the database: `since` and `asset` are what the index of
 * document_reviews computes of a state, and a test holds the two against each other.
 */
export interface ReviewSource<S = unknown> {
  /** The kind of its streams. */
  readonly kind: ReviewKind
  readonly summarise: (state: S) => ReviewSummary
  /** The case as the feature's own lists show it. */
  readonly present: (services: Services, id: string) => Promise<ReviewSubject | undefined>
  /** Every decision that a state remembers, the latest first. */
  readonly decisions: (id: string, state: S) => readonly Decided[]
  /** Cases of whomever whose proof looks like this one's. */
  readonly lookAlikes?: (
    services: Services,
    request: { readonly id: string; readonly state: S },
  ) => Promise<readonly LookAlike[]>
}

/** A source of whatever state: only states of its own kind may be handed to it. */
export type AnyReviewSource = ReviewSource<never>

/** The one decision that most requests see; none where staff decided nothing. */
export function onlyDecision(
  id: string,
  state: {
    readonly status: string
    readonly reviewedAt: Instant | null
    readonly reviewedBy: string | null
    readonly rejectionReason?: string | null
    readonly adminNotes?: string | null
  },
): readonly Decided[] {
  const { status, reviewedAt, reviewedBy, rejectionReason = null, adminNotes = null } = state
  if (reviewedAt === null) return []
  return [
    {
      id,
      outcome: status,
      at: reviewedAt,
      reviewerId: reviewedBy,
      reason: rejectionReason,
      notes: adminNotes,
    },
  ]
}
