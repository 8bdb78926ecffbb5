import { randomBytes } from 'node:crypto'
import type { Decision, DomainEvent } from '#server/events/decider.ts'
import type { OfferedAddress } from '#server/features/deposits/decider.ts'
import { uuidV7 } from '#shared/ids.ts'
import { instantOf } from '#shared/time.ts'
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

/** What a customer or staff do at a moment; nothing if the step does not apply to the customer. */
export type Step = (desk: Desk, customer: Customer, atMs: number) => void

type Plain<S, E extends DomainEvent> = Pick<Act<S, E>, 'aggregate' | 'id' | 'decide' | 'isLast'>

export function byCustomer<S, E extends DomainEvent>(
  { log }: Desk,
  { id, no }: Customer,
  atMs: number,
  act: Plain<S, E>,
): S {
  return log.act({ ...act, owner: no, by: { kind: 'user', id }, atMs })
}

interface Review {
  readonly reviewerId: string
  readonly at: string
}

interface StaffAct<S, E extends DomainEvent> extends Omit<Plain<S, E>, 'decide'> {
  readonly decide: (state: S, review: Review) => Decision<E>
}

/** Staff take turns. */
export function byStaff<S, E extends DomainEvent>(
  { log, staff }: Desk,
  { index, no }: Customer,
  atMs: number,
  act: StaffAct<S, E>,
): S {
  const reviewerId = staff[index % staff.length]
  if (reviewerId === undefined) throw new Error('there are no reviewers')
  const review = { reviewerId, at: instantOf(atMs) }
  return log.act({
    ...act,
    decide: (state) => act.decide(state, review),
    owner: no,
    by: { kind: 'admin', id: reviewerId },
    atMs,
  })
}

/** A new id under a name, for the steps that follow. */
export function nameNew({ ids }: Customer, name: string, atMs: number): string {
  const id = uuidV7(atMs, randomBytes(10))
  ids.set(name, id)
  return id
}
