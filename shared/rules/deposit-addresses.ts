import { type Refusal, refuse } from '#shared/refusal.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import { HOUR_MS } from '#shared/time.ts'

/** Source: docs/product.md, Deposit addresses. */

/** How long an address waits if there is no second member of staff to approve it. */
export const ALONE_WAIT_HOURS = 24
export const ALONE_WAIT_MS = ALONE_WAIT_HOURS * HOUR_MS

/**
 * How long a member of staff who was disabled, or lost the role, still counts as the second one.
 * Otherwise a dishonest member could first remove the only colleague.
 */
export const COLLEAGUE_COUNTS_DAYS = 7

/**
 * Whether a coin can be received on a network: coins sent on another one are lost.
 *
 * Refuses  address.network_unsupported
 * Source   docs/product.md, Deposit addresses
 */
export function networkRefusalOf(place: {
  readonly symbol: string
  readonly network: string
}): Refusal | undefined {
  const { symbol, network } = place
  if (depositCoin(symbol)?.network === network) return undefined
  return refuse('address.network_unsupported', { symbol, network })
}
