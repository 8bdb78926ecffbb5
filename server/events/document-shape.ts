import type { Pool } from 'pg'
import type { Catalog } from './catalog.ts'
import { type AnyAggregate, foldOf } from './decider.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from './recorded-event.ts'

/** Stored beside the state in a document; absent in documents of the first shape. */
const SHAPE = '$shape'

/** SQL expression for the shape of the state of a document `d`. */
export const STORED_SHAPE = `coalesce((d.data ->> '${SHAPE}')::int, 1)`

/** What a document stores of a state. */
export function storedState(state: unknown, { shape = 1 }: Pick<AnyAggregate, 'shape'>): unknown {
  return shape === 1 ? state : { ...(state as object), [SHAPE]: shape }
}

/** The state of a document, and its shape. */
export function stateOf(stored: unknown): { readonly state: unknown; readonly shape: number } {
  const { [SHAPE]: shape } = stored as { readonly [SHAPE]?: number }
  // Nearly all are of the first shape: they are not copied.
  if (shape === undefined) return { state: stored, shape: 1 }
  const { [SHAPE]: _, ...state } = stored as { readonly [SHAPE]: number }
  return { state, shape }
}

/** Folds a stream up to a version, as the code of this release does. */
export async function foldStream(
  db: Pick<Pool, 'query'>,
  aggregate: Pick<AnyAggregate, 'initial' | 'evolve'>,
  of: { readonly catalog: Catalog; readonly stream: string; readonly version: number },
): Promise<unknown> {
  const { rows } = await db.query<EventRow>({
    name: 'read-stream',
    text: READ_STREAM,
    values: [of.stream, of.version],
  })
  const events = rows.map((row) => recordedEvent(of.catalog, row))
  return foldOf(aggregate, events)
}

export const READ_STREAM = `
  select ${EVENT_COLUMNS} from event
  where stream = $1 and version <= coalesce($2, version) order by version`
