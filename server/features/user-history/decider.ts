import type { Decision } from '#server/events/decider.ts'
import type { HidingEvent } from '#server/reviews/events.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'

/** What every kind of entry has that its owner keeps a history of. */
export interface HistoryState {
  readonly status: string
  readonly hiddenForUser?: boolean
}

/**
 * Staff take an entry that is over off its owner's lists. Its status and amounts stay as they are.
 *
 * State    unchanged but for the flag
 * Refuses  item.unknown, history.hidden, history.open where it still waits or runs: first match wins
 * Source   docs/product.md, Hidden entries
 */
export function hideEntry(
  { status, hiddenForUser }: HistoryState,
  facts: { readonly over: readonly string[]; readonly hiddenBy: string; readonly at: Instant },
): Decision<HidingEvent> {
  if (status === 'none') return refuse('item.unknown')
  if (hiddenForUser) return refuse('history.hidden')
  if (!facts.over.includes(status)) return refuse('history.open')
  return { type: 'EntryHidden', data: { hiddenBy: facts.hiddenBy, hiddenAt: facts.at } }
}
