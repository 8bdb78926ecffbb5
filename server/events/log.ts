import type { Attestation } from './attestation.ts'
import type { DomainEvent, Summary } from './decider.ts'

/** Who caused an event, when, and within which request. Names no person: ids only. */
export interface Metadata extends Attestation {
  readonly actor: {
    readonly kind: 'user' | 'admin' | 'system' | 'visitor'
    readonly id?: string
  }
  /** The server's clock when the command was decided (ISO 8601, UTC). */
  readonly at: string
  /** The id of the request that caused the event. */
  readonly correlation: string
  /** The position of the event, or the name of the job, that led to this one. */
  readonly causation?: string
}

/** Takes `amount` (1e-8 units, above zero) from `debit` and gives it to `credit`; one asset. */
export interface Transfer {
  readonly debit: bigint
  readonly credit: bigint
  readonly amount: bigint
}

/** An event in the log, with its data converted to the current version of its type. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly position: bigint
  readonly stream: string
  readonly version: number
  readonly metadata: Metadata
  readonly transfers: readonly Transfer[]
  readonly recordedAt: Date
  readonly hash: Buffer
}

/** The current state of a stream, as lists show it and deciders see it. */
export interface StreamDocument<S> {
  readonly version: number
  readonly hash: Buffer
  readonly state: S
}

/** Something that a decision read outside its own stream, and the version that it read. */
export interface Guard {
  readonly name: string
  readonly version: number
  /** The append does not raise the version, so other decisions that keep this guard stay valid. */
  readonly isKept?: true | undefined
}

/** One event for one stream, and all that is written with it in the same commit. */
export interface AppendCommand {
  readonly stream: string
  readonly kind: string
  /** The user who owns the stream; null if it has no owner. */
  readonly owner: bigint | null
  /** The version that the decision was made on; 0 for a new stream. */
  readonly expectedVersion: number
  /** The hash of the event at that version; null for a new stream. */
  readonly previousHash: Buffer | null
  /** One effect per key, for ever (a UUID). */
  readonly key: string
  /** The request's hash: another request under the same key is refused. */
  readonly requestHash: Buffer
  readonly event: DomainEvent
  readonly metadata: Metadata
  /** The stream's state after the event. */
  readonly state: unknown
  readonly summary: Summary
  /** The epoch in which it was decided: in another one it is not appended. If absent, any epoch. */
  readonly epoch?: number | undefined
  /** The append increments their versions, and conflicts if one has changed since it was read. */
  readonly guards?: readonly Guard[] | undefined
}

export type AppendResult =
  | {
      readonly outcome: 'ok'
      readonly position: bigint
      readonly version: number
      readonly epoch?: number | undefined
    }
  | ({ readonly outcome: 'duplicate' } & KeyedEvent)
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'overdrawn' }
  | { readonly outcome: 'key_reused' }
  /** The owner has deleted their account. */
  | { readonly outcome: 'closed' }

/** The event that a key caused. */
export interface KeyedEvent {
  readonly position: bigint
  readonly stream: string
  readonly version: number
  /** Of the history in which it has this position. */
  readonly epoch?: number | undefined
}

export interface EventLog {
  /** The epoch that this process works on; undefined before its first connection. */
  epoch(): number | undefined
  append(command: AppendCommand): Promise<AppendResult>
  readDocument<S>(stream: string): Promise<StreamDocument<S> | undefined>
  /**
   * The state of a stream, folded from its events up to a version; undefined if it has none. Events
   * are more reliable than documents: the application's role can change documents, but only add
   * events.
   */
  readState<S>(stream: string, upToVersion?: number): Promise<S | undefined>
  /** A stream's events in order, up to a version if one is given. */
  readStream<E extends DomainEvent = DomainEvent>(
    stream: string,
    upToVersion?: number,
  ): Promise<RecordedEvent<E>[]>
  /** The event that a key caused; `reused` if the key was used for another request. */
  findByKey(
    key: string,
    requestHash: Buffer,
  ): Promise<({ readonly reused: false } & KeyedEvent) | { readonly reused: true } | undefined>
  /** The log's key of an actor's command, from an Idempotency-Key or a system key. */
  keyOf(actorId: string, text: string): Promise<string>
  /** Read it before the facts that it guards. */
  readGuards(names: readonly string[]): Promise<Guard[]>
  /** The last position that is committed now; 0 in an empty log. */
  head(): Promise<bigint>
  /** Waits for the commands in flight and closes the log's own connections. */
  close(): Promise<void>
}
