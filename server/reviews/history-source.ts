import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import {
  type CommandInput,
  type CommandResult,
  handleCommand,
} from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { listOwnedStreams, type OwnedStreams } from '#server/facts/owned-streams.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { listOwnDocuments, type OwnPage } from '#server/queries/own-documents.ts'
import { textFields } from '#shared/contract/text.ts'
import type { HistoryEntry, HistoryList } from '#shared/contract/user-history.ts'
import { formatLimit } from '#shared/format.ts'
import type { Text } from '#shared/text/t.ts'
import type { HidingFacts, HistoryState } from './decide-hiding.ts'

/** A command that hides one entry; the source adds the stream and the decision. */
export type HideCommand = Omit<
  CommandInput<never, never>,
  'aggregate' | 'decideWith' | 'isNew' | 'attest'
> & { readonly hiddenBy: string }

/** The entries that a feature contributes to a user's history for staff. */
export interface HistorySource {
  readonly list: HistoryList
  /** The kind of its streams. */
  readonly kind: string
  /** The statuses of a closed entry. */
  readonly over: readonly string[]
  /** One user's entries, newest first. */
  read(db: Queryable, page: Omit<OwnPage, 'kind'>): Promise<HistoryEntry[]>
  /** Closed entries that are not hidden yet, each with a title. */
  listHidable(
    db: Queryable,
    asked: Pick<OwnedStreams, 'owner' | 'ids' | 'limit'>,
  ): Promise<{ readonly id: string; readonly title: string }[]>
  hide(log: EventLog, command: HideCommand): Promise<CommandResult<unknown>>
}

interface HistoryParts<S, E extends DomainEvent> extends Pick<HistorySource, 'list' | 'over'> {
  readonly type: HistoryEntry['type']
  /** A status that replaces that of the state, if staff need another word for it. */
  readonly entry: (
    state: S,
  ) => Pick<HistoryEntry, 'amount' | 'symbol' | 'created_at'> &
    Partial<Pick<HistoryEntry, 'status'>> & { readonly title: string | Text }
  /** Decides with an event of its streams, usually `hideEntry`. */
  readonly hide: (state: S, facts: HidingFacts) => Decision<E>
}

/** The history of a kind of stream whose entries may be hidden from their owner. */
export function historyOf<S extends HistoryState, E extends DomainEvent>(
  aggregate: Aggregate<S, E>,
  { type, list, over, entry, hide }: HistoryParts<S, E>,
): HistorySource {
  const { kind } = aggregate
  return {
    list,
    kind,
    over,
    async read(db, page) {
      const own = await listOwnDocuments<S>(db, { ...page, kind })
      return own.map(({ id, state }) => {
        const { title, ...rest } = entry(state)
        return {
          id,
          type,
          status: state.status,
          ...rest,
          ...textFields('title', title),
          archived: state.hiddenForUser === true,
          is_open: !over.includes(state.status),
        }
      })
    },
    async listHidable(db, asked) {
      const found = await listOwnedStreams<S>(db, { ...asked, kind, statuses: over })
      return found.map(({ id, state }) => {
        const { amount, symbol, ...rest } = entry(state)
        const { title } = textFields('title', rest.title)
        return { id, title: `${title}, ${formatLimit(amount)} ${symbol}` }
      })
    },
    hide(log, { hiddenBy, ...command }) {
      const facts = { hiddenBy, at: command.metadata.at, over }
      const decideWith = (state: S) => hide(state, facts)
      return handleCommand(log, { ...command, aggregate, decideWith })
    },
  }
}
