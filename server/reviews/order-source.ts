import type { Aggregate } from '#server/events/decider.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import type { ReviewServices } from './approvals.ts'

/** A feature's entries in the list of all orders. */
export interface OrderSource {
  readonly kind: string
  readonly market: NonNullable<AdminOrder['market']>
  /** Maps a status of the contract to one of its documents; undefined if none has it. */
  readonly statusOf: (status: string) => string | undefined
  readonly present: (item: ReviewItem<never>, services: ReviewServices) => AdminOrder
}

/** Infers the state of an order source from its aggregate. */
export function ordersOf<S>(
  { kind }: Pick<Aggregate<S, never>, 'kind'>,
  source: Omit<OrderSource, 'kind' | 'present'> & {
    readonly present: (item: ReviewItem<S>, services: ReviewServices) => AdminOrder
  },
): OrderSource {
  return { kind, ...source } as OrderSource
}
