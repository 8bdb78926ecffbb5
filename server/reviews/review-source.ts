import type * as z from 'zod/mini'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import type { WaitingOnly } from '#server/queries/query-builder.ts'
import { type ReviewItem, readRequest } from '#server/queries/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import type { LookAlike, PastDecision, SameAmount } from '#shared/contract/review-desk.ts'
import type { Decimal } from '#shared/money.ts'
import type { Text } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'
import type { ReviewServices } from './approvals.ts'

/** A waiting request in the desk's list. */
export interface ReviewSummary {
  /** The part of an id that the desk filters by: null if there is no money in it. */
  readonly asset: string | null
  readonly amount: Decimal | null
  readonly note: string | Text
  readonly since: Instant
}

export interface Decided
  extends Pick<PastDecision, 'id' | 'outcome' | 'at' | 'reason' | 'notes' | 'note'> {
  /** The id of the member of staff. */
  readonly reviewerId: string | null
  /** The id of the member of staff who proposed it; left out for requests of users. */
  readonly proposerId?: string | null
}

/**
 * How staff review one kind of request: its summary in the desk's list, its case, and the decisions
 * on it.
 *
 * The list is ordered and filtered by the database: the index of listed_reviews computes `since`
 * and `asset` from a state, and a test compares the two.
 */
export interface ReviewSource<S = unknown, Subject = unknown> {
  /** The kind of its streams. */
  readonly kind: string
  /** The request as shown in a case, in the format of its feature's contract. */
  readonly subject: z.ZodMiniType<Subject>
  summarise(state: S): ReviewSummary
  /** The request as in the feature's own lists; null: withdrawn. undefined: unknown. */
  readonly present: (services: ReviewServices, id: string) => Promise<Subject | null | undefined>
  /**
   * Which waiting requests are at a limit that the market has reached; left out if there are none.
   */
  readonly reached?: (services: Services) => WaitingOnly
  /** The events that decide on a request, each mapped to the event of the user's submission. */
  readonly decides: Readonly<Record<string, string>>
  /** Every decision that a state remembers, the latest first. */
  decisions(id: string, state: S): readonly Decided[]
  /** Whether its owner sees that staff are working on it, and is notified when that changes. */
  readonly showsClaims?: true
  /** Other cases of any user whose proof looks the same: the most relevant ones, and how many. */
  lookAlikes?(
    services: Services,
    request: { readonly id: string; readonly state: S },
  ): Promise<{ readonly total: number; readonly shown: readonly LookAlike[] }>
  /** Cases of other users that may be about the same transfer: the newest ones, and how many. */
  sameAmounts?(
    services: Services,
    state: S,
  ): Promise<{ readonly total: number; readonly shown: readonly SameAmount[] }>
}

/** A source for any type of state: pass it only states of its own kind. */
export type AnyReviewSource = ReviewSource

interface Reviews<S, Type extends string, Subject>
  extends Omit<ReviewSource<S, Subject>, 'kind' | 'present' | 'decides'> {
  readonly decides: { readonly [Decision in Type]?: Type }
  readonly present: (
    item: ReviewItem<S>,
    services: ReviewServices,
  ) => Subject | null | Promise<Subject>
}

/** The review source of a kind of request with one stream per request. */
export function reviewsOf<S, E extends DomainEvent, Subject>(
  { kind }: Aggregate<S, E>,
  { present, decides, ...parts }: Reviews<NoInfer<S>, E['type'], Subject>,
): ReviewSource<S, Subject> {
  return {
    ...parts,
    decides: decides as Readonly<Record<string, string>>,
    kind,
    async present(services, id) {
      const item = await readRequest<S>(services.pool, kind, id)
      return item && present(item, services)
    },
  }
}

/** The single decision that most requests have; empty if staff decided nothing. */
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
