import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { type WithdrawalState, withdrawals } from './decider.ts'
import { acknowledge } from './handler.ts'
import { presentWithdrawalEntry } from './present.ts'

/** What withdrawals give to the transaction history: their entries, and the OK on a result. */
export const withdrawalTransactions = {
  type: 'withdraw' as const,
  kind: withdrawals.kind,
  list: async (
    { pool, uploads }: Services,
    page: Omit<OwnPage, 'kind'>,
  ): Promise<TransactionEntry[]> => {
    const requests = await listOwnDocuments<WithdrawalState>(pool, {
      ...page,
      kind: withdrawals.kind,
    })
    return requests.map((request) => presentWithdrawalEntry(request, uploads))
  },
  acknowledge,
}
