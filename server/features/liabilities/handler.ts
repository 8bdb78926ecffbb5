import type { Decision } from '#server/events/decider.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { readProgress } from '#server/facts/run-progress.ts'
import type { Caller } from '#server/platform/caller.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Services } from '#server/services.ts'
import type { LiabilityStatement } from '#shared/proofs/liability-statement.ts'
import { instantOf } from '#shared/time.ts'
import {
  LIABILITIES_ID,
  type LiabilitiesState,
  liabilities,
  publishStatement,
  requestStatement,
} from './decider.ts'
import type { LiabilityEvent } from './events.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock'>

const STREAM = { aggregate: liabilities, id: LIABILITIES_ID, owner: null }

/** Requests a statement on behalf of a member of staff. */
export function requestByStaff(
  needs: Needs,
  { caller, cause }: { caller: Caller; cause: Cause },
): Promise<CommandResult<LiabilitiesState>> {
  return handleCommand(needs.log, { ...cause, ...STREAM, decideWith: ask(needs, caller.userId) })
}

/** Requests the daily statement, once, whichever process is first. */
export function requestBySchedule(needs: Needs): Promise<CommandResult<LiabilitiesState>> {
  const at = instantOf(needs.clock.now())
  const day = at.slice(0, 10)
  const correlation = newId(needs.clock)
  return handleCommand(needs.log, {
    ...STREAM,
    ...systemCause(`liabilities of ${day}`, { liabilitiesOf: day }, at, correlation),
    decideWith: ask(needs, null),
  })
}

/** Publishes a statement as the platform: its event names no person, so anyone may see it. */
export function publish(
  { log, clock }: Pick<Needs, 'log' | 'clock'>,
  statement: LiabilityStatement,
): Promise<CommandResult<LiabilitiesState>> {
  const { statementId } = statement
  const at = instantOf(clock.now())
  return handleCommand(log, {
    ...STREAM,
    ...systemCause(`liabilities ${statementId}`, { liabilities: statementId }, at, statementId),
    decideWith: (state) => publishStatement(state, statement),
  })
}

function ask(
  { pool, clock }: Needs,
  requestedBy: string | null,
): (state: LiabilitiesState) => Promise<Decision<LiabilityEvent>> {
  const statementId = newId(clock)
  return async (state) => {
    const { running } = state
    const progress = running && (await readProgress(pool, running.statementId))
    const at = instantOf(clock.now())
    const lastSeenAt = progress ? instantOf(progress.seenAt.getTime()) : null
    return requestStatement(state, { statementId, requestedBy }, { at, lastSeenAt })
  }
}
