import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import { refuse } from '#shared/refusal.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { isSilent, type RunFacts } from '#shared/rules/silent-runs.ts'
import type { Instant } from '#shared/time.ts'
import { type ReconciliationEvent, reconciliationEvents } from './events.ts'

type Events = typeof reconciliationEvents

/** The report of a run. */
export type RunReport = DataOf<Events, 'ReconciliationPassed'>
export type RunFaults = DataOf<Events, 'ReconciliationFailed'>['faults']
export type AskedRun = DataOf<Events, 'ReconciliationRequested'>

export interface FinishedRun extends AskedRun {
  readonly report: RunReport
  /** Empty if no check found a fault. */
  readonly faults: RunFaults
}

/** The ledger checks. One stream for all runs, so that no two run at once. */
export interface ReconciliationState {
  readonly running: AskedRun | null
  readonly last: FinishedRun | null
  /** The last run without faults, unless a full run has found a fault since. */
  readonly verified: { readonly position: string; readonly at: Instant } | null
}

/** The one stream of its kind. */
export const RECONCILIATION_ID = 'ledger'

/**
 * Requests a run of the checks. A run that has stopped reporting has ended with its process, and a
 * new one replaces it.
 *
 * State    idle → running → idle, with the result of the last run
 * Refuses  reconciliation.running
 */
export function requestRun(
  { running }: ReconciliationState,
  command: { runId: string; scope: ReconciliationScope; requestedBy: string | null },
  facts: RunFacts,
): Decision<ReconciliationEvent> {
  if (running && !isSilent(running, facts)) return refuse('reconciliation.running')
  return { type: 'ReconciliationRequested', data: { ...command, requestedAt: facts.at } }
}

/**
 * Records the result of a run.
 *
 * Refuses  reconciliation.superseded, if another run has replaced it
 */
export function finishRun(
  { running }: ReconciliationState,
  report: RunReport,
  faults: RunFaults,
): Decision<ReconciliationEvent> {
  if (running?.runId !== report.runId) return refuse('reconciliation.superseded')
  return faults.length === 0
    ? { type: 'ReconciliationPassed', data: report }
    : { type: 'ReconciliationFailed', data: { ...report, faults } }
}

/** Records what a failover has lost. Never refused. */
export function recordLost(lost: DataOf<Events, 'PositionsLost'>): Decision<ReconciliationEvent> {
  return { type: 'PositionsLost', data: lost }
}

function evolve(state: ReconciliationState, event: ReconciliationEvent): ReconciliationState {
  // Results of earlier checks refer to the log as it is now.
  if (event.type === 'PositionsLost') return state
  if (event.type === 'ReconciliationRequested') return { ...state, running: event.data }
  const { running } = state
  if (!running) return state
  if (event.type === 'ReconciliationPassed') {
    const { verifiedUpTo, finishedAt } = event.data
    const verified = { position: verifiedUpTo, at: finishedAt }
    return { running: null, last: { ...running, report: event.data, faults: [] }, verified }
  }
  const { faults, ...report } = event.data
  // The fault may be in the earlier part of the log, so the next run begins with the first event.
  return { running: null, last: { ...running, report, faults }, verified: null }
}

export const reconciliation: Aggregate<ReconciliationState, ReconciliationEvent> = {
  kind: 'reconciliation',
  events: reconciliationEvents,
  initial: { running: null, last: null, verified: null },
  evolve,
  summarise: ({ running, last }) => ({ status: statusOf(running, last), waiting: false }),
}

function statusOf(running: AskedRun | null, last: FinishedRun | null): string {
  if (running) return 'running'
  if (!last) return 'never'
  return last.faults.length === 0 ? 'sound' : 'faulty'
}
