import { canonicalJson } from '#shared/canonical-json.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { Attestation } from './attestation.ts'
import { type Aggregate, type Decision, type DomainEvent, foldOf } from './decider.ts'
import type { EventLog, Guard, KeyedEvent, Metadata, StreamDocument } from './log.ts'
import type { LogPlace } from './log-history.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** How many times a command is decided on fresh state while others write to its stream. */
const ATTEMPTS = 8

export interface CommandInput<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  /** The id was generated for this command: the first try reads no state. */
  readonly isNew?: boolean
  readonly owner: bigint | null
  /** The caller's Idempotency-Key; null for the system's own commands, which set `systemKey`. */
  readonly key: { readonly header: string; readonly actorId: string } | null
  /** Identifies a system command, so that it runs once: "settle <trade id>". */
  readonly systemKey?: string
  readonly requestHash: Buffer
  readonly metadata: Metadata
  /**
   * Names what the facts of the decision depend on beside the stream. Of all commands with the same
   * guard, each is decided on the facts that result from the previous one.
   */
  readonly guardedBy?: readonly string[] | undefined
  /** Guards of decisions that this one outdates. It does not wait for decisions in progress. */
  readonly outdates?: readonly string[] | undefined
  /**
   * Guards of facts that the decision depends on and other commands change. Commands that only
   * depend on the same guard do not wait for each other.
   */
  readonly restsOn?: readonly string[] | undefined
  /**
   * Decides only if the document matches the events of its stream. Used for decisions that people
   * base on what they were shown: refused with `document.altered` if the document was changed.
   */
  readonly checksDocument?: boolean | undefined
  /** Gathers the facts and runs the pure decider; called again on fresh state after a conflict. */
  readonly decideWith: (state: S, version: number) => Decision<E> | Promise<Decision<E>>
  /** The epoch in which the first fact was gathered; absent if gathering begins here. */
  readonly epoch?: number | undefined
  /** The attempt that it is part of, if there may be others under its key. */
  readonly submission?: SubmissionTry | undefined
  /**
   * Its key is known, and it must not be decided again: only the result of its first run is
   * returned.
   */
  readonly isRepeated?: true | undefined
  /** Called with the event's place in the log. */
  readonly recorded?: ((place: LogPlace) => void) | undefined
  /**
   * Why the actor may no longer do this. Called after the decision, which may have waited for a
   * long time.
   */
  readonly actorRefusal?: (() => Promise<Refusal | undefined>) | undefined
  /** How the actor proved who they are, for the decision; or the refusal that asks for a proof. */
  readonly attest?: Attest<S, E> | undefined
}

/** One attempt under an Idempotency-Key; several may run at once, on several servers. */
export interface SubmissionTry {
  /**
   * @throws if other servers, which may refuse a later attempt, cannot see that this one is running
   */
  mayRecord(): Promise<void>
  /** Whether another server reports that it is running an earlier attempt. */
  runsElsewhere(): Promise<boolean>
}

export type Attest<S, E extends DomainEvent> = (decided: {
  readonly state: S
  /** Of the event. */
  readonly version: number
  readonly event: E
}) => Promise<Attestation | Refusal>

/** What a command has done, or why it was refused. */
export type CommandResult<S> = Done<S> | Refusal

interface Done<S> {
  /** The aggregate's id; a repeated command returns the id of its first run. */
  readonly id: string
  readonly state: S
  readonly version: number
  readonly position: bigint
  /** Of the history in which it has this position. */
  readonly epoch?: number | undefined
  readonly replayed: boolean
  /** By the clock of the server that decided it; of its first run. */
  readonly decidedAt: Instant
}

/**
 * Runs one command against one stream: read its state, decide, append one event.
 *
 * A repeated key returns the first result, folded from the stream as it was then. After a version
 * conflict, or if the balance no longer suffices, the command is decided again on fresh state.
 * Commands under one guard wait for each other here; the guard's version excludes other processes.
 * While another server is also running a command, it is not refused: its outcome is then unknown.
 */
export function handleCommand<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
): Promise<CommandResult<S>> {
  const { epoch = log.epoch(), recorded } = input
  return oneAtATime(input.guardedBy ?? [], async () => {
    const result = await decide(log, { ...input, epoch })
    if (!isRefusal(result) && result.epoch !== undefined) {
      recorded?.({ epoch: result.epoch, position: result.position })
    }
    return result
  })
}

async function decide<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
): Promise<CommandResult<S>> {
  const stream = `${input.aggregate.kind}-${input.id}`
  const key = await keyOf(log, input)
  if (input.isRepeated) return repeat(log, input, key)
  const decision = await decideOnFreshState(log, input, { stream, key })
  return isRefusal(decision) ? refusalOf(log, input, key, decision) : decision
}

async function decideOnFreshState<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
  { stream, key }: Omit<Target<S>, 'document'>,
): Promise<CommandResult<S>> {
  let last: Again = 'conflict'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const knownEmpty = input.isNew && attempt === 0
    const document = knownEmpty ? undefined : await log.readDocument<S>(stream)
    const tried = await attemptOn(log, input, { stream, key, document })
    if (typeof tried === 'object') return tried
    last = tried
  }
  return refuse(last === 'overdrawn' ? 'balance.insufficient' : 'command.contended')
}

/**
 * A repeated command sees the state after its first run, in which it is often refused. First check
 * whether that run is still in progress: if it ends between the two checks, its event exists.
 */
async function refusalOf<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
  key: string,
  refusal: Refusal,
): Promise<CommandResult<S>> {
  const isUndecided = await input.submission?.runsElsewhere()
  const earlier = await earlierResult(log, input, key)
  if (earlier) return earlier
  return isUndecided ? refuse('outcome.unknown', { retryAfterSeconds: 2 }) : refusal
}

/** Why a decision was outdated; the next try decides on fresh state and balances. */
type Again = 'conflict' | 'overdrawn'

interface Target<S> {
  readonly stream: string
  readonly key: string
  readonly document: StreamDocument<S> | undefined
}

async function attemptOn<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
  target: Target<S>,
): Promise<CommandResult<S> | Again> {
  const { aggregate } = input
  const { stream, key, document } = target
  const { state, version, hash } = document ?? { state: aggregate.initial, version: 0, hash: null }
  const guards = await guardsOf(log, input)
  const decision = (await isAltered(log, input, target))
    ? refuse('document.altered')
    : await input.decideWith(state, version)
  if (isRefusal(decision)) return decision
  const attested =
    (await input.actorRefusal?.()) ??
    (await input.attest?.({ state, version: version + 1, event: decision }))
  if (attested && isRefusal(attested)) return attested

  const next = aggregate.evolve(state, decision)
  await input.submission?.mayRecord()
  const result = await log.append({
    stream,
    kind: aggregate.kind,
    owner: input.owner,
    expectedVersion: version,
    previousHash: hash,
    key,
    requestHash: input.requestHash,
    event: decision,
    metadata: { ...input.metadata, ...attested },
    state: next,
    summary: aggregate.summarise(next),
    epoch: input.epoch,
    guards,
  })
  switch (result.outcome) {
    case 'ok': {
      const { version, position, epoch } = result
      const place = { version, position, epoch, replayed: false }
      return { id: input.id, state: next, ...place, decidedAt: input.metadata.at }
    }
    case 'duplicate':
      return replay(log, input, result)
    case 'key_reused':
      return refuse('idempotency.key_reused')
    case 'closed':
      return refuse('account.closed')
    case 'overdrawn':
    case 'conflict':
      return result.outcome
  }
}

async function guardsOf<S, E extends DomainEvent>(
  log: EventLog,
  { guardedBy = [], outdates = [], restsOn = [] }: CommandInput<S, E>,
): Promise<Guard[] | undefined> {
  const raised = new Set([...guardedBy, ...outdates])
  const names = [...raised, ...restsOn.filter((name) => !raised.has(name))]
  if (names.length === 0) return undefined
  const guards = await log.readGuards(names)
  return guards.map((guard) => (raised.has(guard.name) ? guard : { ...guard, isKept: true }))
}

/** If the command requires it: whether a document differs from its events. */
async function isAltered<S, E extends DomainEvent>(
  log: EventLog,
  { checksDocument }: Pick<CommandInput<S, E>, 'checksDocument'>,
  { stream, document }: Target<S>,
): Promise<boolean> {
  if (!checksDocument || !document) return false
  const { state, version } = document
  return canonicalJson(await log.readState(stream, version)) !== canonicalJson(state)
}

async function repeat<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
  key: string,
): Promise<CommandResult<S>> {
  const earlier = await earlierResult(log, input, key)
  // The event existed when the request was read: the database has lost it in a failover.
  if (!earlier) throw new Error('a repeated command has no first run')
  return earlier
}

/** The result of the key's first run, if there was one. */
async function earlierResult<S, E extends DomainEvent>(
  log: EventLog,
  input: CommandInput<S, E>,
  key: string,
): Promise<CommandResult<S> | undefined> {
  const earlier = await log.findByKey(key, input.requestHash)
  if (!earlier) return undefined
  return earlier.reused ? refuse('idempotency.key_reused') : replay(log, input, earlier)
}

/** The result of the key's first run: the stream folded up to the event that it caused. */
async function replay<S, E extends DomainEvent>(
  log: EventLog,
  { aggregate }: CommandInput<S, E>,
  { stream, version, position, epoch }: KeyedEvent,
): Promise<CommandResult<S>> {
  const id = stream.slice(aggregate.kind.length + 1)
  if (stream !== `${aggregate.kind}-${id}`) return refuse('idempotency.key_reused')
  const events = await log.readStream<E>(stream, version)
  const last = events.at(-1)
  if (!last) throw new Error(`${stream} has no event ${version}, to which a key refers`)
  const state = foldOf(aggregate, events) as S
  return { id, state, version, position, epoch, replayed: true, decidedAt: last.metadata.at }
}

async function keyOf(
  log: EventLog,
  { key, systemKey }: Pick<CommandInput<never, never>, 'key' | 'systemKey'>,
): Promise<string> {
  if (key) return log.keyOf(key.actorId, key.header)
  if (systemKey) return log.keyOf('system', systemKey)
  throw new Error('a command needs the caller’s key or a system key')
}
