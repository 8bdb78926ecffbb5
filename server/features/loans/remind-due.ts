import { handleCommand } from '#server/events/handle-command.ts'
import { listDueDocuments } from '#server/facts/due-documents.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/run-command.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'
import { sweepApplicants } from './applicants.ts'
import { remindOfLoan } from './decide-repayment.ts'
import { type LoanState, loans } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

export function loanSchedule(services: Needs): ScheduledTask[] {
  return [
    // Hourly: people are reminded at the time of the day at which they applied.
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
 * the event. Each comes once: the key names the loan and the moment.
 */
export async function remindOfDueLoans(services: Needs): Promise<void> {
  for (;;) {
    const active = { kind: loans.kind, status: 'active', now: instantOf(services.clock.now()) }
    const due = await listDueDocuments<LoanState>(services.pool, active)
    if (due.length === 0) return
    for (const { id, state } of due) await remind(services, id, state)
  }
}

async function remind({ log, clock, logger }: Needs, id: string, state: LoanState) {
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
  if (result.outcome === 'done') return
  // Repaid, or reminded by another process, since the list was read.
  const { refused } = result.refusal
  if (refused === 'loan.not_payable' || refused === 'loan.reminded') return
  logger.error({ loan: id, refusal: result.refusal }, 'a borrower was not reminded')
  throw new Error(`loan ${id}: no reminder: ${refused}`)
}
