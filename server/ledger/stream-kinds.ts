import type { AnyAggregate } from '#server/events/decider.ts'
import { LedgerFault } from './ledger-fault.ts'

export interface Kind {
  readonly prefix: string
  readonly aggregate: AnyAggregate
}

/** A stream's kind is the longest one that its name starts with, so longer kinds come first. */
export function longestFirst(aggregates: readonly AnyAggregate[]): readonly Kind[] {
  return aggregates
    .map((aggregate) => ({ prefix: `${aggregate.kind}-`, aggregate }))
    .sort((left, right) => right.prefix.length - left.prefix.length)
}

/** @throws LedgerFault */
export function kindOf(stream: string, kinds: readonly Kind[]): AnyAggregate {
  const kind = kinds.find(({ prefix }) => stream.startsWith(prefix))
  if (!kind) throw new LedgerFault(`${stream} is a stream of unknown kind`)
  return kind.aggregate
}
