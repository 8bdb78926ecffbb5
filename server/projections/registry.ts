import { houseBalance } from './house-balance.ts'
import { journal } from './journal.ts'
import type { Projection } from './projection.ts'
import { userBalance } from './user-balance.ts'

/** Every read model that is folded from the log in SQL; `document.ts` needs the aggregates too. */
export const PROJECTIONS: readonly Projection[] = [userBalance, houseBalance, journal]
