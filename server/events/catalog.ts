import type { EventDefinition, EventDefinitions, EventsOf } from './event-definition.ts'

/**
 * Every type of event, for the type checker. Each `events.ts` adds its own definitions; the log gets
 * the same definitions as a {@link Catalog}, built from the aggregates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of events fill it.
export interface EventRegistry {}

/**
 * Any event of the platform. A new type does not compile until `ledger/postings.ts` says what it
 * moves and, where it moves money, `ledger/describe-event.ts` describes the movement.
 */
export type CatalogEvent = EventsOfEach<EventRegistry[keyof EventRegistry]>
export type EventType = CatalogEvent['type']

type EventsOfEach<D> = D extends EventDefinitions ? EventsOf<D> : never

/** The definition of each type of event that the log may contain. */
export type Catalog = ReadonlyMap<string, EventDefinition>

/** Throws if two definitions have the same type: a bug. */
export function catalogOf(sources: Iterable<{ readonly events: EventDefinitions }>): Catalog {
  const catalog = new Map<string, EventDefinition>()
  for (const { events } of sources) {
    for (const [type, definition] of Object.entries(events)) {
      const known = catalog.get(type)
      if (known && known !== definition) throw new Error(`${type} is defined twice`)
      catalog.set(type, definition)
    }
  }
  return catalog
}

/** Checks data against the current schema of its type. Throws if it does not match: a bug. */
export function checkEvent(
  catalog: Catalog,
  { type, data }: { readonly type: string; readonly data: unknown },
): { version: number; data: unknown } {
  const definition = definitionOf(catalog, type)
  return { version: definition.version, data: definition.schema.parse(data) }
}

/** Converts stored data of any version to the current one. Throws without a matching upcaster. */
export function upcast(
  catalog: Catalog,
  {
    type,
    schema_version: written,
    data,
  }: { readonly type: string; readonly schema_version: number; readonly data: unknown },
): unknown {
  const definition = definitionOf(catalog, type)
  let lifted = data
  for (let version = written; version < definition.version; version += 1) {
    const upcaster = definition.upcasters?.[version]
    if (!upcaster) throw new Error(`${type} has no upcaster from version ${version}`)
    lifted = upcaster(lifted as never)
  }
  return lifted
}

function definitionOf(catalog: Catalog, type: string): EventDefinition {
  const definition = catalog.get(type)
  if (!definition) throw new Error(`unknown event type: ${type}`)
  return definition
}
