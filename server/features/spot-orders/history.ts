import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import { pairOf } from '#shared/rules/spot-orders.ts'
import { type SpotOrderEvent, type SpotOrderState, spotOrders } from './decider.ts'

/** What spot orders give to a user's history as staff see it. */
export const spotOrderHistory = {
  type: 'order' as const,
  kind: spotOrders.kind,
  over: ['executed', 'rejected', 'cancelled'],
  list: async (db: Queryable, page: Omit<OwnPage, 'kind'>) => {
    const orders = await listOwnDocuments<SpotOrderState>(db, { ...page, kind: spotOrders.kind })
    return orders.map(({ id, state }) => ({
      id,
      type: 'order' as const,
      title: `${state.side === 'buy' ? 'Buy' : 'Sell'} ${state.symbol}`,
      amount: state.amount,
      symbol: pairOf(state.symbol).base,
      status: state.status,
      created_at: state.placedAt,
      archived: state.hiddenForUser === true,
    }))
  },
  hide: (log: EventLog, command: Omit<CommandInput<SpotOrderState, SpotOrderEvent>, 'aggregate'>) =>
    handleCommand(log, { ...command, aggregate: spotOrders }),
}
