import { type App, mount } from '#server/platform/mount.ts'
import { countByStatus } from '#server/projections/documents.ts'
import { searchLoanApplications } from '#server/projections/loan-search.ts'
import { readRequest } from '#server/projections/requests-for-review.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import { answerOf } from '#server/reviews/review-answers.ts'
import type { Services } from '#server/services.ts'
import {
  countLoansForReview,
  listLoansForReview,
  readLoanForReview,
  reviewLoan,
} from '#shared/contract/loans.ts'
import { refuse } from '#shared/refusal.ts'
import { type LoanState, loans, reviewStatusOf } from './decider.ts'
import { decideOnLoan } from './handler.ts'
import { presentReviewedLoan } from './present.ts'
import { surroundingsOf } from './surroundings.ts'

const PAGE = 50

export function registerLoanAdminRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, listLoansForReview, async ({ query }) => {
    const { search, status, limit = PAGE, before } = query
    const found = await searchLoanApplications<LoanState>(pool, {
      search: search || undefined,
      // A repaid loan is an approved one as well.
      statuses: status === 'approved' ? ['active', 'paid'] : status && [status],
      limit,
      before,
    })
    const around = await surroundingsOf(services, found)
    return found.map((item) => presentReviewedLoan(item, around))
  })

  mount(app, services, countLoansForReview, async () => {
    const {
      pending = 0,
      active = 0,
      paid = 0,
      rejected = 0,
    } = await countByStatus(pool, loans.kind)
    return { pending, approved: active + paid, rejected, paid }
  })

  mount(app, services, readLoanForReview, async ({ params }) => {
    const found = await readRequest<LoanState>(pool, loans.kind, params.id)
    if (!found) return refuse('item.unknown')
    return presentReviewedLoan(found, await surroundingsOf(services, [found]))
  })

  mount(app, services, reviewLoan, async (input) => {
    const stream = `${loans.kind}-${input.params.id}`
    const claimed = await claimRefusal(services, stream, input.caller.userId)
    if (claimed) return claimed
    return answerOf(
      await decideOnLoan(services, input),
      (state) => `Loan application ${reviewStatusOf(state)} successfully`,
    )
  })
}
