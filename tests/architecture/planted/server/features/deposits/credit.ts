// breaks balances-move-inside-an-append
import { postings } from '../../ledger/postings.ts'

export const credit = postings
