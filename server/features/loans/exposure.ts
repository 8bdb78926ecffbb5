import { listOpenLoans, readCreditScores } from '#server/facts/loan-exposure.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { LoanExposure } from '#shared/contract/loan-reviews.ts'
import type { Debt } from '#shared/contract/review-desk.ts'
import { formatUnits, type Units } from '#shared/money.ts'
import type { Exposure } from '#shared/rules/loan-exposure.ts'
import { standingOf } from '#shared/rules/loans.ts'
import { type LoanState, termsOf } from './decider.ts'
import { type DelayOf, dueOf, noReprieve, readDelays } from './delays.ts'

/** The guard of decisions that depend on all loans of a user. */
export function loansGuard(userNo: bigint | string): string {
  return `loans of ${userNo}`
}

/** A user's current loans. */
export interface OwnExposure extends Exposure {
  readonly isWaiting: boolean
}

type Needs = Pick<Services, 'config'> & { readonly pool: Queryable }

/** What a user owes on all loans, shown to reviewers of the user's other requests. */
export async function readDebt(
  { pool, clock }: Pick<Services, 'clock'> & { readonly pool: Queryable },
  userNo: bigint,
): Promise<Debt> {
  const open = await listOpenLoans<LoanState>(pool, [userNo])
  const states = open.map(({ state }) => state)
  const nowMs = clock.now()
  const { owed, owedOverdue } = sumOf(states, nowMs, await readDelays(pool, states, nowMs))
  return { owed: formatUnits(owed), owed_overdue: formatUnits(owedOverdue) }
}

export async function readExposure(
  { pool, config }: Needs,
  userNo: bigint,
  nowMs: number,
): Promise<OwnExposure> {
  const open = await listOpenLoans<LoanState>(pool, [userNo])
  const states = open.map(({ state }) => state)
  const delayOf = await readDelays(pool, states, nowMs)
  return { maximum: config.loanOwedMaximumUsdt, ...exposureOf(states, nowMs, delayOf) }
}

/** The exposure of a user with these loans. */
export function exposureOf(loans: readonly LoanState[], nowMs: number, delayOf = noReprieve) {
  const { owed, waiting } = sumOf(loans, nowMs, delayOf)
  return { owed, isWaiting: waiting > 0 }
}

/** What a reviewer sees of an applicant's other loans. */
export type ExposureOf = (id: string, state: LoanState) => LoanExposure

/** The exposure of the applicants of some loans, each without the loan itself. */
export async function readExposures(
  { pool, config }: Needs,
  states: readonly LoanState[],
  nowMs: number,
): Promise<ExposureOf> {
  const owners = [...new Set(states.map(({ userNo }) => BigInt(userNo)))]
  const [open, scores] = await Promise.all([
    listOpenLoans<LoanState>(pool, owners),
    readCreditScores(pool, owners),
  ])
  const delayOf = await readDelays(
    pool,
    open.map(({ state }) => state),
    nowMs,
  )
  return (id, { userNo }) => {
    const owner = BigInt(userNo)
    const others = open.filter((each) => each.owner === owner && each.stream !== `loan-${id}`)
    const sum = sumOf(
      others.map(({ state }) => state),
      nowMs,
      delayOf,
    )
    return {
      credit_score: scores.get(owner) ?? null,
      open: sum.open,
      waiting: sum.waiting,
      overdue: sum.overdue,
      owed: formatUnits(sum.owed),
      owed_overdue: formatUnits(sum.owedOverdue),
      maximum: config.loanOwedMaximumUsdt,
    }
  }
}

function sumOf(loans: readonly LoanState[], nowMs: number, delayOf: DelayOf) {
  const active = loans.filter(({ status }) => status === 'active')
  const overdue = active.filter((loan) => standingOf(termsOf(loan), nowMs) === 'overdue')
  return {
    open: active.length,
    overdue: overdue.length,
    waiting: loans.filter(({ status }) => status === 'pending').length,
    owed: owedOn(active, nowMs, delayOf),
    owedOverdue: owedOn(overdue, nowMs, delayOf),
  }
}

function owedOn(loans: readonly LoanState[], nowMs: number, delayOf: DelayOf): Units {
  return loans.reduce((sum, loan) => sum + dueOf(loan, delayOf(loan), nowMs).total, 0n)
}
