import { expect } from 'vitest'
import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'

/** A test of a decider in one sentence: `given(aggregate, past).when(command).yields(event)`. */
export function given<S, E extends DomainEvent>(
  aggregate: Aggregate<S, E>,
  past: readonly NoInfer<E>[],
) {
  const state = stateAfter(aggregate, past)
  return {
    when(decide: (state: S) => Decision<E>) {
      const decision = decide(state)
      return {
        yields(expected: Decision<E>): void {
          expect(decision).toEqual(expected)
        },
      }
    },
  }
}

export function stateAfter<S, E extends DomainEvent>(
  { evolve, initial }: Aggregate<S, E>,
  past: readonly NoInfer<E>[],
): S {
  return past.reduce(evolve, initial)
}
