import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import { type DepositEvent, type DepositState, deposits } from './decider.ts'

/** What deposits give to a user's history as staff see it. */
export const depositHistory = {
  type: 'deposit' as const,
  kind: deposits.kind,
  over: ['approved', 'rejected'],
  list: async (db: Queryable, page: Omit<OwnPage, 'kind'>) => {
    const requests = await listOwnDocuments<DepositState>(db, { ...page, kind: deposits.kind })
    return requests.map(({ id, state }) => ({
      id,
      type: 'deposit' as const,
      title: 'Deposit',
      amount: state.amount,
      symbol: state.symbol,
      status: state.status,
      created_at: state.submittedAt,
      archived: state.hiddenForUser,
    }))
  },
  hide: (log: EventLog, command: Omit<CommandInput<DepositState, DepositEvent>, 'aggregate'>) =>
    handleCommand(log, { ...command, aggregate: deposits }),
}
