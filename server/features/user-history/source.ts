import type { Decision } from '#server/events/decider.ts'
import type { CommandInput, CommandResult } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { OwnPage } from '#server/projections/own-documents.ts'
import type { HidingEvent } from '#server/reviews/events.ts'
import type { HistoryEntry } from '#shared/contract/user-history.ts'
import type { HistoryState } from './decider.ts'

/** A command that hides one entry: everything but whose stream it is. */
export type HideCommand = Pick<
  CommandInput<never, never>,
  'id' | 'owner' | 'key' | 'systemKey' | 'requestHash' | 'metadata'
> & { readonly decideWith: (state: HistoryState) => Decision<HidingEvent> }

/** A noun that a user has a history of. */
export interface HistorySource {
  readonly type: HistoryEntry['type']
  /** The kind of its streams. */
  readonly kind: string
  /** The statuses in which an entry is over. */
  readonly over: readonly string[]
  /** One user's entries, newest first. */
  list(db: Queryable, page: Omit<OwnPage, 'kind'>): Promise<Omit<HistoryEntry, 'is_open'>[]>
  hide(log: EventLog, command: HideCommand): Promise<CommandResult<unknown>>
}
