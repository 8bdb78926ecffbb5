import { type Refusal, refuse } from '#shared/refusal.ts'
import { epochMsOf, type Instant, MINUTE_MS } from '#shared/time.ts'

/** How long a request gets its data again under the same key, in case the response was lost. */
export const READ_AGAIN_MINUTES = 5

/**
 * Why data whose every viewing is recorded is not shown; undefined if it is. A request that repeats
 * an earlier one records no event, so it would show the data at any later time without a record.
 *
 * Refuses  access.recorded_earlier
 * Source   docs/product.md, API conventions
 */
export function repeatedAccessRefusal(
  { replayed, decidedAt }: { readonly replayed: boolean; readonly decidedAt: Instant },
  { at }: { readonly at: Instant },
): Refusal | undefined {
  const isRetry = epochMsOf(at) - epochMsOf(decidedAt) <= READ_AGAIN_MINUTES * MINUTE_MS
  return !replayed || isRetry ? undefined : refuse('access.recorded_earlier')
}
