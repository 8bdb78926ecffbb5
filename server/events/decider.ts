import type { Decimal } from '#shared/money.ts'
import type { Refusal } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { DefinitionOf, LimitClaim, Money, RecordedTick } from './event-definition.ts'

/** A fact that happened: past tense, plain JSON, amounts as decimal strings. */
export interface DomainEvent<T extends string = string, D = unknown> {
  readonly type: T
  readonly data: D
}

/** What a decider returns: the one event that the command causes, or a refusal. */
export type Decision<E extends DomainEvent> = E | Refusal

/**
 * One kind of stream: how its events fold into the state that deciders and lists use.
 *
 * `evolve` is pure and total: the state of any version can be folded again at any time. A repeated
 * command gets its first response this way, and the ledger is verified this way.
 */
export interface Aggregate<S, E extends DomainEvent> {
  /** The noun before the id in the stream's name: "deposit" in "deposit-<uuid>". */
  readonly kind: string
  /** The definition of each type of event on its streams. */
  readonly events: {
    readonly [Each in E as Each['type']]: DefinitionOf<Each['data']>
  }
  readonly initial: S
  /**
   * The version of the state's shape, stored with each document; 1 if absent. Increase it when
   * fields of the state or their meanings change: a document of another shape is folded again from
   * its stream.
   */
  readonly shape?: number
  /** The state is plain JSON: no undefined, bigint or Date. */
  evolve(state: S, event: E): S
  /** What lists filter by: the status, and whether a reviewer must act. */
  summarise(state: S): Summary
  /**
   * What a stream in this state holds frozen; omitted by kinds that freeze nothing. While it holds
   * anything, its document must be waiting or active. `npm run verify:ledger` checks that the holds
   * of all streams equal the frozen balances.
   */
  holds?(state: S): readonly Hold[]
  /**
   * What a stream in this state counts against limits. The database adds up the same list, from the
   * `claims` of the states of active streams; `npm run verify:ledger` compares the two.
   */
  claims?(state: S): readonly LimitClaim[]
  /** The recorded prices that decided a state; `npm run verify:ledger` looks them up. */
  restsOn?(state: S): readonly (PriceProof | PriceGap)[]
  /** Recomputes a state by the rules of its kind; returns why it is impossible, or undefined. */
  faultOf?(state: S): string | undefined
  /** How its requests are approved, if large ones need two people. */
  readonly approval?: Approval<S, E>
  /** Open streams of this kind end when their owner deletes the account, and do not prevent it. */
  readonly endsWithOwner?: true
}

/**
 * A tick that decided something because it was the first of its source after another tick, or at or
 * after a point in time, or both.
 */
export interface PriceProof {
  /** The asset. */
  readonly symbol: string
  readonly tick: RecordedTick
  readonly firstAfter?: RecordedTick
  readonly notBefore?: Instant
}

/** The events that approve a request, and what a signature of them covers. */
export interface Approval<S, E extends DomainEvent> {
  /** The type of the first of two approvals. */
  readonly first: string
  /** The type of the approval that moves the money. */
  readonly last: string
  /** What the approval gives and what it takes. */
  moves(state: S, event: E): readonly (readonly Readonly<Money>[])[]
  /** Where the money goes, if it leaves the platform. */
  destination?(state: S): string
}

/** A period without a deciding tick, because the source recorded none. */
export interface PriceGap {
  readonly symbol: string
  readonly source: string
  readonly from: Instant
  readonly to: Instant
  /** Ticks that were recorded before this one do not count. */
  readonly firstAfter?: RecordedTick
}

/** Money that its owner has frozen for one stream. */
export interface Hold {
  readonly symbol: string
  readonly amount: Decimal
  /** When it is released automatically; absent if staff decide. */
  readonly until?: Instant
}

export interface Summary {
  readonly status: string
  readonly waiting: boolean
}

/**
 * An aggregate whose types are not known statically. Use it only to fold events of its own streams.
 */
export type AnyAggregate = Aggregate<unknown, DomainEvent>

/** The aggregate of a stream: the longest kind that the stream's name starts with. */
export function aggregateOf(
  stream: string,
  aggregates: readonly AnyAggregate[],
): AnyAggregate | undefined {
  return aggregates
    .filter(({ kind }) => stream.startsWith(`${kind}-`))
    .sort((left, right) => right.kind.length - left.kind.length)[0]
}

/** The state after folding events in order; undefined if there are none. */
export function foldOf(
  { initial, evolve }: Pick<AnyAggregate, 'initial' | 'evolve'>,
  events: readonly DomainEvent[],
): unknown {
  if (events.length === 0) return undefined
  return events.reduce<unknown>((state, event) => evolve(state, event), initial)
}
