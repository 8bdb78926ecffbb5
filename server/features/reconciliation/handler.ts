import { currentState } from '#server/events/current-state.ts'
import type { Decision } from '#server/events/decider.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import type { HistoryChange } from '#server/events/log-history.ts'
import { readProgress } from '#server/facts/run-progress.ts'
import type { Caller } from '#server/platform/caller.ts'
import { newId } from '#server/platform/new-id.ts'
import type { OutsideEffect } from '#server/platform/outside-effects.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'
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

type Needs = Pick<Services, 'pool' | 'log' | 'clock'>

const LEDGER = { aggregate: reconciliation, id: RECONCILIATION_ID, owner: null }

export function readReconciliation(log: Needs['log']): Promise<ReconciliationState> {
  return currentState(log, reconciliation, RECONCILIATION_ID)
}

/** Requests a run on behalf of a member of staff. */
export function requestByStaff(
  needs: Needs,
  scope: ReconciliationScope,
  { caller, cause }: { caller: Caller; cause: Cause },
): Promise<CommandResult<ReconciliationState>> {
  return handleCommand(needs.log, {
    ...cause,
    ...LEDGER,
    decideWith: askFor(needs, { scope, requestedBy: caller.userId }),
  })
}

/** Requests the daily run, once, whichever process is first. */
export function requestBySchedule(
  needs: Needs,
  scope: ReconciliationScope,
): Promise<CommandResult<ReconciliationState>> {
  const at = instantOf(needs.clock.now())
  const day = at.slice(0, 10)
  const correlation = newId(needs.clock)
  return handleCommand(needs.log, {
    ...LEDGER,
    ...systemCause(`reconciliation of ${day}`, { reconciliationOf: day }, at, correlation),
    decideWith: askFor(needs, { scope, requestedBy: null }),
  })
}

/** Records the result of a run; refused if another run has replaced it. */
export function recordRun(
  { log, clock }: Needs,
  report: RunReport,
  faults: RunFaults,
): Promise<CommandResult<ReconciliationState>> {
  const { runId } = report
  const at = instantOf(clock.now())
  return handleCommand(log, {
    ...LEDGER,
    ...systemCause(`reconciliation ${runId}`, { reconciliation: runId }, at, runId),
    decideWith: (state) => finishRun(state, report, faults),
  })
}

export type Loss = HistoryChange & Readonly<Record<OutsideEffect, number>>

/** Records what a failover has lost, once for each process that noticed it. */
export function recordLoss(
  { log, clock }: Pick<Needs, 'log' | 'clock'>,
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

function askFor(
  { pool, clock }: Needs,
  asked: { scope: ReconciliationScope; requestedBy: string | null },
): (state: ReconciliationState) => Promise<Decision<ReconciliationEvent>> {
  const runId = newId(clock)
  return async (state) => {
    const progress = state.running && (await readProgress(pool, state.running.runId))
    return requestRun(
      state,
      { runId, ...asked },
      {
        at: instantOf(clock.now()),
        lastSeenAt: progress ? instantOf(progress.seenAt.getTime()) : null,
      },
    )
  }
}
