import type { AnyAggregate } from '#server/events/decider.ts'
import { conversions } from '#server/features/conversions/decider.ts'
import { depositAddresses } from '#server/features/deposit-addresses/decider.ts'
import { deposits } from '#server/features/deposits/decider.ts'
import { spotOrders } from '#server/features/spot-orders/decider.ts'
import { stakes } from '#server/features/staking/decider.ts'
import { user } from '#server/identity/decider.ts'

/** Every kind of stream, so that the ledger can be verified by folding all of them again. */
export const AGGREGATES: readonly AnyAggregate[] = [
  conversions,
  depositAddresses,
  deposits,
  spotOrders,
  stakes,
  user,
]
