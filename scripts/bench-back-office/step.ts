import { randomBytes } from 'node:crypto'
import { newId } from '#scripts/bench/log-loads.ts'
import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import type { Metadata } from '#server/events/log.ts'
import type { OfferedAddress } from '#server/features/deposits/decider.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import type { BulkLog, KnownStreams } from './bulk-log.ts'
import type { RowsBeside } from './rows-beside.ts'

export interface Customer {
  readonly index: number
  readonly id: string
  readonly no: bigint
  readonly displayId: string
  /** Days from sign-up to the end of the generated period. */
  readonly daysKnown: number
  /** Ids of what the customer has created, by name. */
  readonly ids: Map<string, string>
  readonly streams: KnownStreams
}

export interface World {
  readonly log: BulkLog
  readonly rows: RowsBeside
  /** Members of staff, by the id of their user. */
  readonly staff: readonly string[]
  /** Deposit addresses by their coin. */
  readonly offered: ReadonlyMap<string, OfferedAddress>
}

/** A customer at a moment of the generated period. */
export interface Turn extends World {
  readonly customer: Customer
  readonly atMs: number
  readonly at: Instant
  /** Staff take turns. */
  readonly reviewerId: string
}

/** Adds one event to the life of a customer. */
export type Step = (world: World, customer: Customer, atMs: number) => void

/** A step, and which customers take it. */
export type Planned = readonly [isOf: (customer: Customer) => boolean, step: Step]

/**
 * Creates steps on streams of a kind, for each kind of actor, with the real deciders.
 *
 * @param name the name of the stream in the customer's `ids`; without one, its id is the customer's
 */
export function stepsOn<S, E extends DomainEvent>(aggregate: Aggregate<S, E>, name?: string) {
  type Decide = (state: S, turn: Turn) => Decision<E>
  const stepBy = (actorOf: (turn: Turn) => Metadata['actor']) => (decide: Decide) => {
    const step: Step = (world, customer, atMs) => {
      const reviewerId = world.staff[customer.index % world.staff.length] ?? ''
      const turn = { ...world, customer, atMs, at: instantOf(atMs), reviewerId }
      world.log.act({
        ...{ aggregate, id: name ? idOf(turn, name) : customer.id, owner: customer.no, atMs },
        ...{ by: actorOf(turn), streams: customer.streams },
        decide: (state) => decide(state, turn),
      })
    }
    return step
  }
  return {
    byCustomer: stepBy(({ customer }) => ({ kind: 'user', id: customer.id })),
    byStaff: stepBy(({ reviewerId }) => ({ kind: 'admin', id: reviewerId })),
    bySystem: stepBy(() => ({ kind: 'system' })),
    byVisitor: stepBy(() => ({ kind: 'visitor' })),
  }
}

/** The id with a name, created when it is first needed. */
export function idOf({ customer: { ids }, atMs }: Turn, name: string): string {
  const id = ids.get(name) ?? newId(atMs)
  ids.set(name, id)
  return id
}

/** The user as commands name them. */
export function userOf({ customer: { id, no } }: Turn) {
  return { userId: id, userNo: String(no) }
}

/** The customers at places `first` to `last` of each hundred. */
export function places(first: number, last: number) {
  return ({ index }: Customer) => index % 100 >= first && index % 100 <= last
}

/** Whether this is every `n`-th customer: some requests are cancelled, left open or refused. */
export function isEvery(n: number, { index }: Customer): boolean {
  return (index + Math.floor(index / 100)) % n === 0
}

export function verdictOf(isRejected: boolean, reason: string) {
  return isRejected
    ? ({ action: 'reject', reason } as const)
    : ({ action: 'approve', reason: null } as const)
}

/** The id of an upload whose file does not exist, because no list reads it. */
export function uploadOf(
  turn: Turn,
  kind: string,
  columns: { readonly perceptual_hash: string } | { readonly sealed_for: string },
): string {
  const id = idOf(turn, kind)
  turn.rows.add('upload', {
    ...{ id, owner: String(turn.customer.no), kind, mime: 'image/jpeg', bytes: 48_000 },
    sha256: `\\x${randomBytes(32).toString('hex')}`,
    perceptual_hash: String(randomBytes(8).readBigInt64BE()),
    sealed_for: null,
    ...columns,
  })
  return id
}
