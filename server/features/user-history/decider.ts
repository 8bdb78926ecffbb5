import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { type UserHistoryEvent, userHistoryEvents } from './events.ts'

interface UserHistoryState {
  /** The streams that the last act has hidden. */
  readonly latest: readonly string[]
}

/** One stream per user: what staff have hidden from them, an event for each act. */
export const userHistory: Aggregate<UserHistoryState, UserHistoryEvent> = {
  kind: 'hidden-history',
  events: userHistoryEvents,
  initial: { latest: [] },
  evolve: (_, { data }) => ({ latest: data.entries.map(({ stream }) => stream) }),
  summarise: () => ({ status: 'open', waiting: false }),
  endsWithOwner: true,
}

/**
 * Records which entries staff hide together. Entries of the previous act are skipped: a repetition
 * may arrive while they are being hidden.
 *
 * Refuses  history.hidden
 * Source   docs/product.md, Hidden entries
 */
export function hideEntries(
  { latest }: UserHistoryState,
  command: UserHistoryEvent['data'],
): Decision<UserHistoryEvent> {
  const entries = command.entries.filter(({ stream }) => !latest.includes(stream))
  if (entries.length === 0) return refuse('history.hidden')
  return { type: 'EntriesHidden', data: { ...command, entries } }
}
