import { listOwnDocuments, type OwnPage } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { type DepositState, deposits } from './decider.ts'
import { acknowledge } from './handler.ts'
import { presentDepositEntry } from './present.ts'

/** What deposits give to the transaction history: their entries, and the OK on a result. */
export const depositTransactions = {
  type: 'deposit' as const,
  kind: deposits.kind,
  list: async (
    { pool, uploads }: Services,
    page: Omit<OwnPage, 'kind'>,
  ): Promise<TransactionEntry[]> => {
    const requests = await listOwnDocuments<DepositState>(pool, { ...page, kind: deposits.kind })
    return requests.map((request) => presentDepositEntry(request, uploads))
  },
  acknowledge,
}
