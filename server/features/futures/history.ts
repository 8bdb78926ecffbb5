import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import { type FuturesState, futures, hideFutures } from './decider.ts'

type HideCommand = Omit<CommandInput<never, never>, 'aggregate' | 'decideWith'>

/** What futures trades give to a user's history as staff see it. */
export const futuresHistory = {
  type: 'futures' as const,
  kind: futures.kind,
  over: ['completed', 'voided'],
  list: async (db: Queryable, page: Omit<OwnPage, 'kind'>) => {
    const trades = await listOwnDocuments<FuturesState>(db, { ...page, kind: futures.kind })
    return trades.map(({ id, state }) => ({
      id,
      type: 'futures' as const,
      title: `${state.side === 'long' ? 'Long' : 'Short'} ${state.symbol}`,
      amount: state.stake.amount,
      symbol: state.stake.symbol,
      status: state.status,
      created_at: state.openedAt,
      archived: state.hiddenForUser,
    }))
  },
  // Trades were hidden by an event of their own before other entries could be.
  hide: (log: EventLog, command: HideCommand) => {
    const facts = { hiddenBy: command.metadata.actor.id ?? '', at: command.metadata.at }
    const decideWith = (state: FuturesState) => hideFutures(state, facts)
    return handleCommand(log, { ...command, aggregate: futures, decideWith })
  },
}
