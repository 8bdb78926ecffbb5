import { isShown } from '#server/platform/file-routes.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { approvalStanding } from '#server/reviews/present-review.ts'
import type { Services } from '#server/services.ts'
import type { LoanDocument } from '#shared/contract/loan-documents.ts'
import type { ReviewedLoan } from '#shared/contract/loan-reviews.ts'
import type { Loan } from '#shared/contract/loans.ts'
import { LOAN_STANDINGS } from '#shared/contract/loans.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { daysRemaining, dueAt, standingOf } from '#shared/rules/loans.ts'
import { instantOf } from '#shared/time.ts'
import { type Applicant, ERASED, findApplicants } from './applicants.ts'
import { type LoanState, reviewStatusOf, termsOf } from './decider.ts'
import { type DelayOf, dueOf, readDelays } from './delays.ts'
import { type ExposureOf, readExposures } from './exposure.ts'

/** What a response needs in addition to the loan itself. */
interface Surroundings {
  readonly links: Pick<Uploads, 'signedUrl'>
  readonly nowMs: number
  readonly applicants: ReadonlyMap<string, Applicant>
  readonly delayOf: DelayOf
}

/** What the review desk needs in addition to that. */
interface ReviewSurroundings extends Surroundings {
  readonly exposureOf: ExposureOf
}

/** Gathers what responses about some loans need in addition to the loans. */
export async function surroundingsOf(
  services: Services,
  items: readonly Listed<LoanState>[],
): Promise<Surroundings> {
  const ids = items.map(({ state }) => state.applicantId)
  const states = items.map(({ state }) => state)
  const nowMs = services.clock.now()
  const [applicants, delayOf] = await Promise.all([
    findApplicants(services, ids),
    readDelays(services.pool, states, nowMs),
  ])
  return { links: services.uploads, nowMs, applicants, delayOf }
}

/** The same for the review desk. */
export async function reviewSurroundingsOf(
  services: Services,
  items: readonly Listed<LoanState>[],
): Promise<ReviewSurroundings> {
  const states = items.map(({ state }) => state)
  const [around, exposureOf] = await Promise.all([
    surroundingsOf(services, items),
    readExposures(services, states, services.clock.now()),
  ])
  return { ...around, exposureOf }
}

/** A loan as shown to its owner. */
export function presentLoan({ id, state }: Listed<LoanState>, around: Surroundings): Loan {
  const { links, nowMs, applicants } = around
  const term = expectedTermOf(state, nowMs)
  const applicant = applicants.get(state.applicantId) ?? ERASED
  const files = filesOf(state, applicant, links)
  return {
    id,
    user_id: state.userId,
    amount: state.principal.amount,
    purpose: applicant.purpose,
    duration: state.termDays,
    monthly_income: applicant.monthlyIncome,
    documents: { urls: files.map(({ url }) => url), files },
    status: reviewStatusOf(state),
    loan_status: loanStatusOf(state, nowMs),
    rejection_reason: state.rejectionReason,
    created_at: state.createdAt,
    reviewed_at: state.reviewedAt,
    cancelled_at: state.cancelledAt ?? null,
    loan_pay_date: state.repayment?.paidAt ?? null,
    starts_at: term.startsAt,
    due_at: dueAt(term),
    days_remaining: daysRemaining(term, nowMs),
    rates: { ...state.rates },
    due: presentDue(state, around),
    delay: presentDelay(state, around),
    paid: paidOf(state),
  }
}

/** The term of a loan; for an application, the term if it were approved now. */
function expectedTermOf(state: LoanState, nowMs: number) {
  const { termDays, startsAt } = termsOf(state)
  return { termDays, startsAt: state.status === 'pending' ? instantOf(nowMs) : startsAt }
}

/** As shown to reviewers. */
export function presentReviewedLoan(
  item: ReviewItem<LoanState>,
  around: ReviewSurroundings,
  needs: ReviewServices,
): ReviewedLoan {
  const loan = presentLoan(item, around)
  return {
    ...loan,
    documents: documentsForStaff(loan.documents.files),
    ...approvalStanding(item, item.state.status === 'pending' ? movedBy(item.state) : null, needs),
    reviewed_by: item.reviewer,
    exposure: around.exposureOf(item.id, item.state),
    form: item.state.form,
    applicant: around.applicants.get(item.state.applicantId)?.identity ?? null,
    users: { ...item.requester, phone: item.phone },
  }
}

/**
 * Only images have links: other files are downloaded one at a time, and each download is recorded.
 */
function documentsForStaff(files: readonly LoanDocument[]): ReviewedLoan['documents'] {
  const shown = files.map((file) => (isShown(file.type) ? file : { ...file, url: null }))
  return { urls: shown.flatMap(({ url }) => url ?? []), files: shown }
}

/** What an approval moves. */
export function movedBy({ principal }: LoanState) {
  return { ways: [[principal]], flow: 'in' } as const
}

function filesOf(
  { documents }: LoanState,
  { documentNames }: Applicant,
  links: Surroundings['links'],
): LoanDocument[] {
  return documents.map(({ id, kind, type, bytes }, index) => ({
    id,
    kind,
    name: documentNames[index] ?? '',
    type,
    bytes,
    url: links.signedUrl(id),
  }))
}

const [ACTIVE] = LOAN_STANDINGS

function loanStatusOf(state: LoanState, nowMs: number): Loan['loan_status'] {
  if (state.status === 'paid') return 'paid'
  if (state.status !== 'active') return null
  return standingOf(termsOf(state), nowMs) === 'overdue' ? 'overdue' : ACTIVE
}

/** What the app needs to compute the same amount due. */
function presentDelay(state: LoanState, { delayOf }: Surroundings): Loan['delay'] {
  const { disabled, deposit } = delayOf(state)
  if (disabled.length === 0 && !deposit) return null
  return {
    disabled: [...disabled],
    deposit: deposit && { submitted_at: deposit.submittedAt, counts_until: deposit.countsUntil },
  }
}

function presentDue(state: LoanState, { delayOf, nowMs }: Surroundings): Loan['due'] {
  if (state.status !== 'active') return null
  const { principal, interest, penalty, total } = dueOf(state, delayOf(state), nowMs)
  return {
    principal: formatUnits(principal),
    interest: formatUnits(interest),
    penalty: formatUnits(penalty),
    total: formatUnits(total),
  }
}

function paidOf({ repayment }: LoanState): Loan['paid'] {
  if (!repayment) return null
  const parts = [repayment.principal, repayment.interest, repayment.penalty]
  const [principal = '0', interest = '0', penalty = '0'] = parts.map(({ amount }) => amount)
  const total = parts.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)
  return { principal, interest, penalty, total: formatUnits(total) }
}
