import type * as z from 'zod/mini'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import type { WaitingOnly } from '#server/queries/query-builder.ts'
import { type ReviewItem, readRequest } from '#server/queries/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import type { LookAlike, PastDecision } from '#shared/contract/review-desk.ts'
import type { Decimal } from '#shared/money.ts'
import type { Text } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'
import type { ReviewServices } from './approvals.ts'

/** A request that waits, in the desk's list. */
export interface ReviewSummary {
  /** The part of an id that the desk filters by: null where there is no money in it. */
  readonly asset: string | null
  readonly amount: Decimal | null
  readonly note: string | Text
  readonly since: Instant
}

export interface Decided extends Pick<PastDecision, 'id' | 'outcome' | 'at' | 'reason' | 'notes'> {
  /** The id of the member of staff. */
  readonly reviewerId: string | null
}

/**
 * How staff review one kind of request: how the desk's list summarises it, how a case shows it, and
 * what was decided on it.
 *
 * The list is ordered and filtered by the database: `since` and `asset` are what the index of
 * listed_reviews computes of a state, and a test holds the two against each other.
 */
export interface ReviewSource<S = unknown, Subject = unknown> {
  /** The kind of its streams. */
  readonly kind: string
  /** What a case shows of the request, as the contract of its feature says. */
  readonly subject: z.ZodMiniType<Subject>
  summarise(state: S): ReviewSummary
  /** The request as the feature's own lists show it; null: withdrawn. undefined: unknown. */
  readonly present: (services: ReviewServices, id: string) => Promise<Subject | null | undefined>
  /** Which of its requests wait at a limit that the market has reached; left out: it has no limits. */
  readonly reached?: (services: Services) => WaitingOnly
  /** The events that decide on a request, each with the event by which its user submitted it. */
  readonly decides: Readonly<Record<string, string>>
  /** Every decision that a state remembers, the latest first. */
  decisions(id: string, state: S): readonly Decided[]
  /** Whether its owner sees that staff work on it, and is told when that changes. */
  readonly showsClaims?: true
  /** Other cases whose proof looks the same, of any user: the most telling ones, and how many. */
  lookAlikes?(
    services: Services,
    request: { readonly id: string; readonly state: S },
  ): Promise<{ readonly total: number; readonly shown: readonly LookAlike[] }>
}

/** A source of any state: pass it only states of its own kind. */
export type AnyReviewSource = ReviewSource

interface Reviews<S, Type extends string, Subject>
  extends Omit<ReviewSource<S, Subject>, 'kind' | 'present' | 'decides'> {
  readonly decides: { readonly [Decision in Type]?: Type }
  readonly present: (
    item: ReviewItem<S>,
    services: ReviewServices,
  ) => Subject | null | Promise<Subject>
}

/** The reviews of a kind of request that has a stream for each request. */
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

/** The one decision that most requests have; none where staff decided nothing. */
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
