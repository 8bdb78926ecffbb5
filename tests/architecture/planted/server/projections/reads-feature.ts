// breaks projections-read-events-and-balances
import { handle } from '../features/deposits/handler.ts'

export const read = handle
