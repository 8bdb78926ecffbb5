// breaks events-know-no-domain
import { balance } from '../ledger/balances.ts'

export const read = balance
