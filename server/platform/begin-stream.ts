import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import {
  type CommandInput,
  type CommandResult,
  handleCommand,
} from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import { newId } from './new-id.ts'
import type { Cause } from './request-cause.ts'

interface Begin<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly caller: Caller
  readonly cause: Cause
  /** As in `handleCommand`. */
  readonly guardedBy?: readonly string[]
}

/** Runs the command that begins a new stream of the caller's. */
export function beginStream<S, E extends DomainEvent>(
  { log, clock }: { readonly log: EventLog; readonly clock: Clock },
  { aggregate, caller, cause, guardedBy }: Begin<S, E>,
  decideWith: CommandInput<S, E>['decideWith'],
): Promise<CommandResult<S>> {
  const id = newId(clock)
  const owner = caller.userNo
  return handleCommand(log, { ...cause, aggregate, id, isNew: true, owner, guardedBy, decideWith })
}
