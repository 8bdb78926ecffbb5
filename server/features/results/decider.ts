import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { earlierOf, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type ResultEvent, resultEvents } from './events.ts'

/** Up to when one user has seen the results of each kind of request. */
export interface SeenResultsState {
  readonly seenUntil: Readonly<Record<string, Instant>>
}

/** One stream per user; it starts when a list of results is first shown. */
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
  readonly until: Instant
}

interface Facts {
  /** The kinds of requests whose results are counted this way. */
  readonly kinds: readonly string[]
  /** When staff last decided a request of this kind before `until`; undefined: never. */
  readonly lastDecided: Instant | undefined
  readonly at: Instant
}

/**
 * The owner was shown the results of one kind. Later decisions count as new.
 *
 * State    the time of that kind moves forward
 * Refuses  item.unknown for a kind whose results are not counted this way, acknowledge.repeated if
 *          nothing was decided since the last time: first match wins
 * Source   docs/product.md, Results
 */
export function decideSeen(
  { seenUntil }: SeenResultsState,
  { kind, until }: SeeResults,
  { kinds, lastDecided, at }: Facts,
): Decision<ResultEvent> {
  if (!kinds.includes(kind)) return refuse('item.unknown')
  const isNews = lastDecided !== undefined && lastDecided > (seenUntil[kind] ?? '')
  if (!isNews) return refuse('acknowledge.repeated')
  return { type: 'ResultsSeen', data: { kind, until, seenAt: at } }
}

/**
 * @param claimed a claim: when the server counted the results that were shown, with any UTC offset
 */
export function shownUntil(claimed: Instant, at: Instant): Instant {
  return earlierOf(instantOf(epochMsOf(claimed)), at)
}
