import { auditLines } from './audit-lines.ts'
import { dailyFigures } from './daily-figures.ts'
import { houseBalance } from './house-balance.ts'
import { journal } from './journal.ts'
import { listedStreams } from './listed-streams.ts'
import { openLiabilities } from './open-liabilities.ts'
import type { Projection } from './projection.ts'
import { type DecidedKind, reviewTimes } from './review-times.ts'
import { userBalance } from './user-balance.ts'

/** Every read model that is folded from the log in SQL; `document.ts` also needs the aggregates. */
export const projectionsOf = (reviewed: readonly DecidedKind[]): readonly Projection[] => [
  userBalance,
  houseBalance,
  journal,
  auditLines,
  listedStreams,
  dailyFigures,
  openLiabilities,
  reviewTimes(reviewed),
]
