import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { earlierOf, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type ResultEvent, resultEvents } from './events.ts'

/** Until when one user has seen the results of each kind of request. */
export interface SeenResultsState {
  readonly seenUntil: Readonly<Record<string, Instant>>
}

/** One stream per user; it begins with the first list of results that was shown. */
export const seenResults: Aggregate<SeenResultsState, ResultEvent> = {
  kind: 'seen-results',
  events: resultEvents,
  initial: { seenUntil: {} },
  evolve: ({ seenUntil }, { data: { kind, until } }) => ({
    seenUntil: { ...seenUntil, [kind]: until },
  }),
  summarise: () => ({ status: 'open', waiting: false }),
}

interface SeeResults {
  readonly kind: string
  /** When the server counted what was shown: a claim, with any offset. */
  readonly until: Instant
}

/**
 * The owner was shown the results of one kind. What is decided later counts as new.
 *
 * State    the time of that kind moves forward
 * Refuses  item.unknown for a kind whose results are not counted this way, acknowledge.repeated:
 *          first match wins
 * Source   docs/product.md, Results
 */
export function decideSeen(
  { seenUntil }: SeenResultsState,
  { kind, until: claimed }: SeeResults,
  { kinds, at }: { readonly kinds: readonly string[]; readonly at: Instant },
): Decision<ResultEvent> {
  if (!kinds.includes(kind)) return refuse('item.unknown')
  const until = earlierOf(instantOf(epochMsOf(claimed)), at)
  const before = seenUntil[kind]
  if (before !== undefined && before >= until) return refuse('acknowledge.repeated')
  return { type: 'ResultsSeen', data: { kind, until, seenAt: at } }
}
