import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import { type WithdrawalEvent, type WithdrawalState, withdrawals } from './decider.ts'

/** What withdrawals give to a user's history as staff see it. */
export const withdrawalHistory = {
  type: 'withdraw' as const,
  kind: withdrawals.kind,
  over: ['approved', 'rejected', 'cancelled'],
  list: async (db: Queryable, page: Omit<OwnPage, 'kind'>) => {
    const requests = await listOwnDocuments<WithdrawalState>(db, {
      ...page,
      kind: withdrawals.kind,
    })
    return requests.map(({ id, state }) => ({
      id,
      type: 'withdraw' as const,
      title: 'Withdrawal',
      amount: state.amount,
      symbol: state.symbol,
      status: state.status,
      created_at: state.submittedAt,
      archived: state.hiddenForUser,
    }))
  },
  hide: (
    log: EventLog,
    command: Omit<CommandInput<WithdrawalState, WithdrawalEvent>, 'aggregate'>,
  ) => handleCommand(log, { ...command, aggregate: withdrawals }),
}
