import * as z from 'zod/mini'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import type { HistoryChange } from '#server/events/log-history.ts'
import { newId } from '#server/platform/new-id.ts'
import type { OutsideEffect } from '#server/platform/outside-effects.ts'
import { Runs } from '#server/platform/runs.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import { RECONCILIATION_SCOPES, type ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { instantOf } from '#shared/time.ts'
import {
  finishRun,
  RECONCILIATION_ID,
  type ReconciliationState,
  type RunFaults,
  type RunReport,
  reconciliation,
  recordLost,
  requestRun,
} from './decider.ts'
import type { ReconciliationEvent } from './events.ts'

type Needs = Pick<Services, 'log' | 'clock'>

const LEDGER = { aggregate: reconciliation, id: RECONCILIATION_ID, owner: null }

/** The two passes over the log. */
export type RunStep = 'balances' | 'streams'

interface ReconciliationJob {
  readonly runId: string
  readonly scope: ReconciliationScope
}

export const reconciliationRuns = new Runs<
  ReconciliationState,
  ReconciliationEvent,
  ReconciliationJob,
  { readonly scope: ReconciliationScope },
  RunStep
>({
  aggregate: reconciliation,
  id: RECONCILIATION_ID,
  requested: 'ReconciliationRequested',
  follower: 'reconciliation-runs',
  job: z.object({ runId: z.string(), scope: z.enum(RECONCILIATION_SCOPES) }),
  idOf: ({ runId }) => runId,
  firstStep: 'balances',
  request: requestRun,
})

/** Records the result of a run; refused if another run has replaced it. */
export function recordRun(
  needs: Needs,
  report: RunReport,
  faults: RunFaults,
): Promise<CommandResult<ReconciliationState>> {
  return reconciliationRuns.finish(needs, report.runId, (state) => finishRun(state, report, faults))
}

export type Loss = HistoryChange & Readonly<Record<OutsideEffect, number>>

/** Records what a failover has lost, once for each process that noticed it. */
export function recordLoss(
  { log, clock }: Needs,
  { epoch, before, shared, seen, mails, pushes }: Loss,
): Promise<CommandResult<ReconciliationState>> {
  const id = newId(clock)
  const lost = {
    epoch: String(epoch),
    before: String(before),
    lastKept: String(shared),
    lastLost: String(seen),
    mails,
    pushes,
  }
  return handleCommand(log, {
    ...LEDGER,
    ...systemCause(`lost in ${epoch} ${id}`, lost, instantOf(clock.now()), id),
    decideWith: () => recordLost(lost),
  })
}
