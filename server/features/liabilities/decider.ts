import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import type { LiabilityStatement } from '#shared/proofs/liability-statement.ts'
import { refuse } from '#shared/refusal.ts'
import { isSilent, type RunFacts } from '#shared/rules/silent-runs.ts'
import { type LiabilityEvent, liabilityEvents } from './events.ts'

export type AskedStatement = DataOf<typeof liabilityEvents, 'LiabilitiesRequested'>

/** The statements of liabilities: one stream for all, so that no two are made at once. */
export interface LiabilitiesState {
  readonly running: AskedStatement | null
  readonly last: LiabilityStatement | null
}

/** The one stream of its kind. */
export const LIABILITIES_ID = 'statements'

/**
 * Requests a statement. A running one whose process has ended is replaced.
 *
 * State    idle → running → idle, with the statement that was published
 * Refuses  liabilities.running
 * Source   docs/product.md, Proof of liabilities
 */
export function requestStatement(
  { running }: LiabilitiesState,
  command: { statementId: string; requestedBy: string | null },
  facts: RunFacts,
): Decision<LiabilityEvent> {
  if (running && !isSilent(running, facts)) return refuse('liabilities.running')
  return { type: 'LiabilitiesRequested', data: { ...command, requestedAt: facts.at } }
}

/**
 * Publishes a statement: from this event on, the log contains it.
 *
 * Refuses  liabilities.superseded, if another one has replaced it
 */
export function publishStatement(
  { running }: LiabilitiesState,
  statement: LiabilityStatement,
): Decision<LiabilityEvent> {
  if (running?.statementId !== statement.statementId) return refuse('liabilities.superseded')
  return { type: 'LiabilitiesPublished', data: statement }
}

function evolve(state: LiabilitiesState, event: LiabilityEvent): LiabilitiesState {
  return event.type === 'LiabilitiesRequested'
    ? { ...state, running: event.data }
    : { running: null, last: event.data }
}

export const liabilities: Aggregate<LiabilitiesState, LiabilityEvent> = {
  kind: 'liabilities',
  events: liabilityEvents,
  initial: { running: null, last: null },
  evolve,
  summarise: ({ running, last }) => ({ status: statusOf(running, last), waiting: false }),
}

function statusOf(running: AskedStatement | null, last: LiabilityStatement | null): string {
  if (running) return 'running'
  return last ? 'published' : 'never'
}
