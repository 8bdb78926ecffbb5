import type { Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { HidingEvent } from './events.ts'

/** The fields that every entry in a user's history has. */
export interface HistoryState {
  readonly status: string
  readonly hiddenForUser?: boolean
}

export interface HidingFacts {
  readonly hiddenBy: string
  readonly at: Instant
  /** The statuses of a closed entry. */
  readonly over: readonly string[]
}

/**
 * Staff hide a closed entry from its owner's lists. Its status and amounts do not change.
 *
 * State    unchanged except for the flag
 * Refuses  item.unknown, history.hidden, history.open: first match wins
 * Source   docs/product.md, Hidden entries
 */
export function hideEntry(
  { status, hiddenForUser }: HistoryState,
  facts: HidingFacts,
): Decision<HidingEvent> {
  if (status === 'none') return refuse('item.unknown')
  if (hiddenForUser) return refuse('history.hidden')
  if (!facts.over.includes(status)) return refuse('history.open')
  return { type: 'EntryHidden', data: { hiddenBy: facts.hiddenBy, hiddenAt: facts.at } }
}
