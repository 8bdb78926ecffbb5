import { readRequest } from '#server/projections/requests-for-review.ts'
import { onlyDecision, type ReviewSource } from '#server/reviews/review-source.ts'
import { type ReviewedLoan, reviewedLoan } from '#shared/contract/loans.ts'
import { type LoanState, reviewStatusOf } from './decider.ts'
import { presentReviewedLoan } from './present.ts'
import { surroundingsOf } from './surroundings.ts'

/** What loans give to the review desk. */
export const loanReviews: ReviewSource<LoanState, ReviewedLoan> = {
  kind: 'loan',
  subject: reviewedLoan,
  summarise: ({ principal, termDays, createdAt }) => ({
    asset: principal.symbol,
    amount: principal.amount,
    note: termDays === 1 ? '1 day' : `${termDays} days`,
    since: createdAt,
  }),
  present: async (services, id) => {
    const item = await readRequest<LoanState>(services.pool, 'loan', id)
    if (!item) return undefined
    const around = await surroundingsOf(services, [item])
    return presentReviewedLoan(item, around)
  },
  decisions: (id, state) => onlyDecision(id, { ...state, status: reviewStatusOf(state) }),
}
