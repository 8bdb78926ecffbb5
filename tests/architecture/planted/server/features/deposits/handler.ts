import { balance } from '../../ledger/balances.ts'
import { clock } from '../../platform/clock.ts'
import { decide } from './decider.ts'

export const handle = [balance, clock, decide]
