import { readBalancesAsOf } from '#server/facts/balances-as-of.ts'
import {
  type ApprovedDeposit,
  type DisabledTime,
  listApprovedDeposits,
  readDisabledTimes,
} from '#server/facts/loan-delays.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Units } from '#shared/money.ts'
import {
  DEPOSIT_COUNTS_HOURS,
  type Delay,
  delayCountedAt,
  depositCountsUntil,
  type LoanDelay,
  OWN_DELAY,
} from '#shared/rules/loan-delay.ts'
import { amountDue, dueAt, LOAN_SYMBOL, standingOf } from '#shared/rules/loans.ts'
import { epochMsOf, HOUR_MS, instantOf } from '#shared/time.ts'
import { type LoanState, termsOf } from './decider.ts'

/** Returns the days of a loan's delay that do not count. */
export type DelayOf = (loan: LoanState) => LoanDelay

export const noReprieve: DelayOf = () => OWN_DELAY

/** Reads the delays of overdue loans; for all others nothing is read. */
export async function readDelays(
  db: Queryable,
  loans: readonly LoanState[],
  nowMs: number,
): Promise<DelayOf> {
  const late = loans.filter(
    (loan) => loan.status === 'active' && standingOf(termsOf(loan), nowMs) === 'overdue',
  )
  if (late.length === 0) return noReprieve
  const owners = [...new Set(late.map(({ userNo }) => BigInt(userNo)))]
  const after = instantOf(nowMs - DEPOSIT_COUNTS_HOURS * HOUR_MS)
  const [times, deposits] = await Promise.all([
    readDisabledTimes(db, [...new Set(late.map(({ userId }) => userId))]),
    listApprovedDeposits(db, owners, { symbol: LOAN_SYMBOL, after }),
  ])
  const covering = await Promise.all(deposits.map((deposit) => withMeans(db, deposit)))
  const delays = new Map(
    await Promise.all(
      late.map(async (loan) => {
        const disabled = await excusedTimes(db, loan, times.get(loan.userId) ?? [])
        const delay = reprieveOf(loan, { disabled, deposit: null }, covering, nowMs)
        return [keyOf(loan), delay] as const
      }),
    ),
  )
  return (loan) => delays.get(keyOf(loan)) ?? OWN_DELAY
}

/** Unique to each application. */
const keyOf = ({ applicantId }: LoanState) => applicantId

/**
 * The periods, ending after the due date, for which the borrower could not repay because their
 * account was disabled. A disabled borrower may repay but not deposit, so only one whose money was
 * not enough when the account was disabled is excused. Otherwise staff could waive a penalty.
 */
async function excusedTimes(db: Queryable, loan: LoanState, times: readonly DisabledTime[]) {
  const dueMs = epochMsOf(dueAt(termsOf(loan)))
  const excused: Delay['disabled'][number][] = []
  for (const { from, until, position } of times) {
    if (until !== null && epochMsOf(until) <= dueMs) continue
    const held = await heldAt(db, BigInt(loan.userNo), position)
    const { total } = dueOf(loan, { disabled: excused, deposit: null }, epochMsOf(from))
    if (held < total) excused.push({ from, until })
  }
  return excused
}

/** Includes what its owner could have repaid if it had been credited when it was reported. */
async function withMeans(db: Queryable, deposit: ApprovedDeposit) {
  const held = await heldAt(db, deposit.owner, deposit.position)
  return { ...deposit, held, means: held + deposit.amount - deposit.used }
}

/**
 * What a borrower held right after a position. What they had frozen themselves counts: an order or
 * a withdrawal can be cancelled again, and a short stake or trade ends soon. Otherwise freezing
 * money for a moment would avoid a penalty.
 */
async function heldAt(db: Queryable, owner: bigint, position: bigint): Promise<Units> {
  const balances = await readBalancesAsOf(db, owner, position)
  const balance = balances.find(({ symbol }) => symbol === LOAN_SYMBOL)
  return balance ? balance.available + balance.frozen : 0n
}

/**
 * The first deposit that its owner needed to repay the loan counts. Otherwise a small one would
 * excuse the delay of a borrower who could have repaid earlier.
 */
function reprieveOf(
  loan: LoanState,
  delay: Delay,
  deposits: readonly (ApprovedDeposit & Readonly<Record<'held' | 'means', bigint>>)[],
  nowMs: number,
): LoanDelay {
  const terms = termsOf(loan)
  for (const { id, owner, held, means, submittedAt, approvedAt } of deposits) {
    if (String(owner) !== loan.userNo || submittedAt < terms.startsAt) continue
    const deposit = { submittedAt, countsUntil: instantOf(depositCountsUntil(approvedAt)) }
    const reprieved = { ...delay, deposit }
    const { total } = dueOf(loan, reprieved, nowMs)
    if (held < total && total <= means) return { ...reprieved, depositId: id }
  }
  return delay
}

/** The amount that settles a loan, with the days of delay that count. Units: 1e-8 USDT */
export function dueOf(loan: LoanState, delay: Delay, nowMs: number) {
  const terms = termsOf(loan)
  const dueMs = epochMsOf(dueAt(terms))
  return amountDue(terms, delayCountedAt(delay, { dueMs, nowMs }))
}
