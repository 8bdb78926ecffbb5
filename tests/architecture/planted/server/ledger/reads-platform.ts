// breaks ledger-reads-events-only
import { clock } from '../platform/clock.ts'

export const read = clock
