// breaks identity-knows-no-feature
import { balance } from '../ledger/balances.ts'

export const read = balance
