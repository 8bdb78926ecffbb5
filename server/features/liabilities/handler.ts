import * as z from 'zod/mini'
import type { CommandResult } from '#server/events/handle-command.ts'
import { Runs } from '#server/platform/runs.ts'
import type { Services } from '#server/services.ts'
import type { LiabilityStatement } from '#shared/proofs/liability-statement.ts'
import {
  LIABILITIES_ID,
  type LiabilitiesState,
  liabilities,
  publishStatement,
  requestStatement,
} from './decider.ts'
import type { LiabilityEvent } from './events.ts'
import type { StatementStep } from './make-statement.ts'

interface StatementJob {
  readonly statementId: string
}

export const statementRuns = new Runs<
  LiabilitiesState,
  LiabilityEvent,
  StatementJob,
  object,
  StatementStep
>({
  aggregate: liabilities,
  id: LIABILITIES_ID,
  requested: 'LiabilitiesRequested',
  follower: 'liability-runs',
  job: z.object({ statementId: z.string() }),
  idOf: ({ statementId }) => statementId,
  firstStep: 'reading',
  request: (state, { runId, requestedBy }, facts) =>
    requestStatement(state, { statementId: runId, requestedBy }, facts),
})

/** Publishes a statement as the platform: its event names no person, so anyone may see it. */
export function publish(
  needs: Pick<Services, 'log' | 'clock'>,
  statement: LiabilityStatement,
): Promise<CommandResult<LiabilitiesState>> {
  return statementRuns.finish(needs, statement.statementId, (state) =>
    publishStatement(state, statement),
  )
}
