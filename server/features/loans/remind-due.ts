import { handleCommand } from '#server/events/handle-command.ts'
import { duePages } from '#server/facts/due-documents.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { tryEachOf } from '#server/platform/try-each.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { sweepApplicants } from './applicants.ts'
import { remindOfLoan } from './decide-repayment.ts'
import { type LoanState, loans } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

export function loanSchedule(services: Needs): ScheduledTask[] {
  return [
    // Hourly, so that users are reminded at the time of day at which they applied.
    { name: 'loans.remind-due', at: '23 * * * *', run: () => remindOfDueLoans(services) },
    {
      name: 'loans.sweep-applicants',
      at: '47 3 * * *',
      run: () => sweepApplicants(services.pool),
    },
  ]
}

/**
 * Records a reminder for every loan that has become due soon or overdue; push and mail follow from
 * the event. Each is recorded once: the key names the loan and the moment.
 *
 * @throws at the end, if any could not be recorded
 */
export async function remindOfDueLoans(services: Needs): Promise<void> {
  const { pool, clock, logger } = services
  const active = { kind: loans.kind, status: 'active', now: instantOf(clock.now()) }
  const attempts = { logger, fault: 'a borrower was not reminded' }
  const due = duePages<LoanState>(pool, active)
  const unreminded = await tryEachOf(attempts, due, (loan) => remind(services, loan))
  if (unreminded > 0) throw new Error(`${unreminded} borrowers were not reminded`)
}

async function remind({ log, clock }: Needs, { id, state }: Listed<LoanState>): Promise<void> {
  const at = instantOf(clock.now())
  const { endsAt } = state
  const key = `remind of loan ${id} at ${endsAt}`
  const result = await handleCommand(log, {
    ...systemCause(key, { remindOf: id, at: endsAt }, at, id),
    aggregate: loans,
    id,
    owner: BigInt(state.userNo),
    decideWith: (current) => remindOfLoan(current, { at }),
  })
  if (!isRefusal(result)) return
  // Repaid, or reminded by another process, after the list was read.
  const { refused } = result
  if (refused === 'loan.not_payable' || refused === 'loan.reminded') return
  throw new Error(`refused: ${refused}`)
}
