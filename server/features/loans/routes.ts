import { ownerOf } from '#server/facts/user-numbers.ts'
import { batchWaiting } from '#server/facts/waiting-counts.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import { countByStatus } from '#server/queries/count-by-status.ts'
import { searchLoanApplications } from '#server/queries/loan-search.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import { readRequest } from '#server/queries/requests-for-review.ts'
import { reviewServices } from '#server/reviews/approvals.ts'
import { expectedOf, onRequest, onReview } from '#server/reviews/on-request.ts'
import { readPayoutFacts } from '#server/reviews/payout-facts.ts'
import { responseOf } from '#server/reviews/review-responses.ts'
import type { Services } from '#server/services.ts'
import * as reviews from '#shared/contract/loan-reviews.ts'
import * as contract from '#shared/contract/loans.ts'
import { textFields } from '#shared/contract/text.ts'
import { formatLimit } from '#shared/format.ts'
import { formatUnits } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { LOANS_CANCELLED_MAX } from '#shared/rules/waiting-requests.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import { cancelLoan } from './decide-cancelling.ts'
import { payLoan } from './decide-repayment.ts'
import { type LoanState, loans, reviewLoan, reviewStatusOf } from './decider.ts'
import { readDelays } from './delays.ts'
import { loansGuard, readExposure } from './exposure.ts'
import * as handler from './handler.ts'
import {
  movedBy,
  presentLoan,
  presentReviewedLoan,
  reviewSurroundingsOf,
  surroundingsOf,
} from './present.ts'

/** Source: docs/product.md, Loans. */
const SUBMITTED = msg(
  "Loan application submitted successfully. We'll review it and get back to you soon.",
)

const PAGE = 50

export function registerLoanRoutes(app: App, services: Services): void {
  const { pool, log, uploads, clock } = services
  const { kind } = loans
  const readAvailable = batchBalances(pool)
  const desk = {
    ...services,
    countWaiting: batchWaiting(pool, { kind, most: LOANS_CANCELLED_MAX }),
  }

  const presentOne = async (item: Listed<LoanState>) =>
    presentLoan(item, await surroundingsOf(services, [item]))
  const respondToSubmitted = async (applied: Listed<LoanState> | Refusal) =>
    isRefusal(applied) ? applied : { message: SUBMITTED, loan: await presentOne(applied) }

  mount(app, services, contract.listLoans, async (input) => {
    const own = await listAsked<LoanState>(pool, kind, input)
    if (isRefusal(own)) return own
    const around = await surroundingsOf(services, own)
    return own.map((item) => presentLoan(item, around))
  })

  mount(app, services, contract.readLoanLimit, async ({ params, caller }) => {
    const owner = await ownerOf(pool, params.userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    const { maximum, owed, isWaiting } = await readExposure(services, owner, clock.now())
    return { maximum, owed: formatUnits(owed), is_waiting: isWaiting }
  })

  mount(app, services, contract.applyForLoan, async (input) =>
    respondToSubmitted(await handler.applyForLoan(desk, input)),
  )

  mount(app, services, contract.submitLoan, async (input) =>
    respondToSubmitted(await handler.submitLoan(desk, input)),
  )

  mount(app, services, contract.uploadLoanDocument, ({ body, caller, files }) => {
    const { userId = caller.userId } = body
    if (userId !== caller.userId) return refuse('access.forbidden')
    return { url: uploads.signedUrl(files.file.id) }
  })

  // Not guarded by the user's loans: a cancellation only lowers the exposure.
  mount(app, services, contract.cancelLoan, async ({ params: { id }, caller, cause }) => {
    const own = { userId: caller.userId, at: cause.metadata.at }
    const cancelled = await onRequest(log, { aggregate: loans, id, cause }, (state) =>
      cancelLoan(state, own),
    )
    return isRefusal(cancelled) ? cancelled : presentOne(cancelled)
  })

  // If money is spent between the read and the append, the append refuses.
  mount(app, services, contract.payLoan, async ({ body, params: { id }, caller, cause }) => {
    const { userId, userNo } = caller
    const { at } = cause.metadata
    // A deposit counts only once for what it covers: of two concurrent repayments, the second sees
    // the first.
    const guardedBy = () => [loansGuard(userNo)]
    const repaid = await onRequest(
      log,
      { aggregate: loans, id, cause, guardedBy },
      async (state) => {
        const [available, delayOf] = await Promise.all([
          readAvailable(userNo, LOAN_SYMBOL),
          readDelays(pool, [state], epochMsOf(at)),
        ])
        const facts = { at, available, delay: delayOf(state) }
        return payLoan(state, { userId, claimedTotal: body.total }, facts)
      },
    )
    if (isRefusal(repaid)) return repaid
    const loan = await presentOne(repaid)
    const paid = textOf('Loan payment of {amount} USDT completed successfully!', {
      amount: formatLimit(loan.paid?.total ?? '0'),
    })
    return { ...textFields('message', paid), loan }
  })

  mount(app, services, reviews.listLoansForReview, async ({ query, caller }) => {
    const { search, status, limit = PAGE, before } = query
    const found = await searchLoanApplications<LoanState>(pool, {
      search: search || undefined,
      // A repaid loan counts as approved.
      statuses: status === 'approved' ? ['active', 'paid'] : status && [status],
      limit,
      before,
    })
    const [around, needs] = await Promise.all([
      reviewSurroundingsOf(services, found),
      reviewServices(services, caller.userId),
    ])
    return found.map((item) => presentReviewedLoan(item, around, needs))
  })

  mount(app, services, reviews.countLoansForReview, async () => {
    const counts = await countByStatus(pool, kind)
    const { pending = 0, active = 0, paid = 0, rejected = 0 } = counts
    return { pending, approved: active + paid, rejected, paid }
  })

  mount(app, services, reviews.readLoanForReview, async ({ params, caller }) => {
    const found = await readRequest<LoanState>(pool, kind, params.id)
    if (!found) return refuse('item.unknown')
    const needs = await reviewServices(services, caller.userId)
    return presentReviewedLoan(found, await reviewSurroundingsOf(services, [found]), needs)
  })

  mount(app, services, reviews.reviewLoan, async ({ body, params: { id }, caller, cause }) => {
    const { action, rejectionReason } = body
    const guardedBy = ({ userNo, userId }: LoanState) => [loansGuard(userNo), payoutGuard(userId)]
    const takesEffect = expectedOf(body)
    const request = { aggregate: loans, id, caller, cause, guardedBy, takesEffect }
    const reviewed = await onReview(services, request, async (state, reviewer, weigh) =>
      reviewLoan(
        state,
        { action, reason: rejectionReason || null },
        {
          ...reviewer,
          worth: weigh({ ...movedBy(state), userNo: state.userNo }),
          exposure: await readExposure(services, BigInt(state.userNo), epochMsOf(reviewer.at)),
          ...(await readPayoutFacts(pool, state.userId)),
        },
      ),
    )
    return responseOf(pool, reviewed, (state) =>
      reviewStatusOf(state) === 'approved'
        ? msg('Loan application approved successfully')
        : msg('Loan application rejected successfully'),
    )
  })
}
