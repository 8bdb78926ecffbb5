import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Cause } from '#server/platform/mount.ts'
import { refuse } from '#shared/refusal.ts'

interface Request<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  readonly cause: Cause
}

/** Runs a command on a request that somebody made; its owner is the one whose balance moves. */
export async function onRequest<S extends { readonly userNo: string }, E extends DomainEvent>(
  log: EventLog,
  { aggregate, id, cause }: Request<S, E>,
  decideWith: (state: S) => Decision<E> | Promise<Decision<E>>,
): Promise<CommandResult<S>> {
  const known = await log.readDocument<S>(`${aggregate.kind}-${id}`)
  if (!known) return { outcome: 'refused', refusal: refuse('item.unknown') }
  const owner = BigInt(known.state.userNo)
  return handleCommand(log, { ...cause, aggregate, id, owner, decideWith })
}
