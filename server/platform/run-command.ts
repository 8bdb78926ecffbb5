import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import {
  type CommandInput,
  type CommandResult,
  handleCommand,
} from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Refusal } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import { newId } from './new-id.ts'
import type { Cause } from './request-cause.ts'

type Done<S> = Extract<CommandResult<S>, { outcome: 'done' }>

/** `handleCommand` for callers that return refusals. */
export async function runCommand<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
): Promise<Done<S> | Refusal> {
  const result = await handleCommand(log, input)
  return result.outcome === 'done' ? result : result.refusal
}

interface Begin<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly caller: Caller
  readonly cause: Cause
  /** See `handleCommand`. */
  readonly guardedBy?: readonly string[]
}

/** Runs a command that starts a new stream of the caller. */
export function beginStream<S, E extends DomainEvent>(
  { log, clock }: { readonly log: EventLog; readonly clock: Clock },
  { aggregate, caller, cause, guardedBy }: Begin<S, E>,
  decideWith: CommandInput<S, E>['decideWith'],
): Promise<Done<S> | Refusal> {
  const id = newId(clock)
  const owner = caller.userNo
  return runCommand(log, { ...cause, aggregate, id, isNew: true, owner, guardedBy, decideWith })
}

/** The cause of a command that the system runs once per `systemKey`. */
export function systemCause(systemKey: string, asked: object, at: Instant, correlation: string) {
  const metadata = { actor: { kind: 'system' }, at, correlation } as const
  return { key: null, systemKey, requestHash: requestHash(asked), metadata }
}
