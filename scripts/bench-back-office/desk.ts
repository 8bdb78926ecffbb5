import { randomBytes } from 'node:crypto'
import type { Decision, DomainEvent } from '#server/events/decider.ts'
import type { OfferedAddress } from '#server/features/deposits/decider.ts'
import { uuidV7 } from '#shared/ids.ts'
import type { Instant } from '#shared/time.ts'
import type { Act, BulkLog } from './bulk-log.ts'
import type { Customer } from './customer.ts'
import type { RowsBeside } from './rows-beside.ts'

/** The context of each step. */
export interface Desk {
  readonly log: BulkLog
  readonly rows: RowsBeside
  /** Members of staff, by the id of their user. */
  readonly staff: readonly string[]
  /** Deposit addresses by their coin. */
  readonly offered: ReadonlyMap<string, OfferedAddress>
  /** The end of the generated period. */
  readonly nowMs: number
}

/** A customer at a moment of the generated period. */
export interface Turn {
  readonly desk: Desk
  readonly customer: Customer
  readonly atMs: number
  readonly at: Instant
}

/** What a customer or staff do; nothing if the step does not apply to the customer. */
export type Step = (turn: Turn) => void

type Plain<S, E extends DomainEvent> = Pick<Act<S, E>, 'aggregate' | 'id' | 'decide' | 'isLast'>

export function byCustomer<S, E extends DomainEvent>(
  { desk: { log }, customer: { id, no: owner }, atMs }: Turn,
  act: Plain<S, E>,
): void {
  log.act({ ...act, owner, by: { kind: 'user', id }, atMs })
}

interface StaffAct<S, E extends DomainEvent> extends Omit<Plain<S, E>, 'decide'> {
  readonly decide: (state: S, review: { reviewerId: string; at: Instant }) => Decision<E>
}

/** Staff take turns. */
export function byStaff<S, E extends DomainEvent>(
  { desk: { log, staff }, customer: { index, no: owner }, atMs, at }: Turn,
  act: StaffAct<S, E>,
): void {
  const reviewerId = staff[index % staff.length]
  if (reviewerId === undefined) throw new Error('there are no reviewers')
  const decide = (state: S) => act.decide(state, { reviewerId, at })
  log.act({ ...act, decide, owner, by: { kind: 'admin', id: reviewerId }, atMs })
}

/** A new id under a name, for the steps that follow. */
export function nameNew({ customer: { ids }, atMs }: Turn, name: string): string {
  const id = uuidV7(atMs, randomBytes(10))
  ids.set(name, id)
  return id
}

/** The user as commands name them. */
export function userOf({ customer: { id, no } }: Turn) {
  return { userId: id, userNo: String(no) }
}
