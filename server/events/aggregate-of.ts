import type { AnyAggregate } from './decider.ts'

/** The aggregate whose events a stream holds: of the kinds that its name begins with, the longest. */
export function aggregateOf(
  stream: string,
  aggregates: readonly AnyAggregate[],
): AnyAggregate | undefined {
  return aggregates
    .filter(({ kind }) => stream.startsWith(`${kind}-`))
    .sort((left, right) => right.kind.length - left.kind.length)[0]
}
