import { catalogOf } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { adjustments } from '#server/features/adjustments/decider.ts'
import { conversions } from '#server/features/conversions/decider.ts'
import { depositAddresses } from '#server/features/deposit-addresses/decider.ts'
import { deposits } from '#server/features/deposits/decider.ts'
import { futures } from '#server/features/futures/decider.ts'
import { kyc } from '#server/features/kyc/decider.ts'
import { loans } from '#server/features/loans/decider.ts'
import { reconciliation } from '#server/features/reconciliation/decider.ts'
import { addressBooks } from '#server/features/saved-addresses/decider.ts'
import { spotOrders } from '#server/features/spot-orders/decider.ts'
import { stakes } from '#server/features/staking/decider.ts'
import { conversations } from '#server/features/support/decider.ts'
import { withdrawals } from '#server/features/withdrawals/decider.ts'
import { user } from '#server/identity/decider.ts'

/** Every kind of stream, so that the ledger can be verified by folding all of them again. */
export const AGGREGATES: readonly AnyAggregate[] = [
  addressBooks,
  adjustments,
  conversations,
  conversions,
  depositAddresses,
  deposits,
  futures,
  kyc,
  loans,
  reconciliation,
  spotOrders,
  stakes,
  user,
  withdrawals,
]

/** Every type of event that the log may contain. */
export const CATALOG = catalogOf(AGGREGATES)
