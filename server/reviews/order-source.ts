import type { Aggregate } from '#server/events/decider.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import type { ReviewServices } from './approvals.ts'

/** A feature's streams in the list of all orders. */
export interface OrderSource {
  readonly kind: string
  readonly market: NonNullable<AdminOrder['market']>
  /** A status of the contract as its documents have it; undefined: none of them has it. */
  readonly statusOf: (status: string) => string | undefined
  readonly present: (item: ReviewItem<never>, services: ReviewServices) => AdminOrder
}

/** Types an order source by its aggregate's state. */
export function ordersOf<S>(
  { kind }: Pick<Aggregate<S, never>, 'kind'>,
  source: Omit<OrderSource, 'kind' | 'present'> & {
    readonly present: (item: ReviewItem<S>, services: ReviewServices) => AdminOrder
  },
): OrderSource {
  return { kind, ...source } as OrderSource
}
