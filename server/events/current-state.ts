import type { Aggregate, DomainEvent } from './decider.ts'
import type { EventLog } from './log.ts'

/** The state of a stream; the initial one where the stream has no event. */
export async function currentState<S, E extends DomainEvent>(
  log: Pick<EventLog, 'readDocument'>,
  { kind, initial }: Pick<Aggregate<S, E>, 'kind' | 'initial'>,
  id: string,
): Promise<S> {
  const document = await log.readDocument<S>(`${kind}-${id}`)
  return document?.state ?? initial
}
