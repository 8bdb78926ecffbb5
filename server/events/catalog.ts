import type { EventDefinition, EventDefinitions, EventsOf } from './event-definition.ts'

/**
 * Every type of event, for the type checker. Each `events.ts` adds its own definitions; the log gets
 * the same definitions as a {@link Catalog}, built from the aggregates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of events fill it.
export interface EventRegistry {}

/**
 * Any event of the platform. A new type does not compile until `ledger/postings.ts` defines its
 * transfers and, if it moves money, `ledger/describe-event.ts` describes the movement.
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

/** An event as it was written, before its data is converted. */
export interface WrittenEvent {
  readonly stream: string
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
}

/** An event appended by a newer release: this release must neither fold nor skip it. A fault. */
export class EventFromNewerRelease extends Error {
  override readonly name = 'EventFromNewerRelease'

  constructor(
    { stream, type, schema_version }: Omit<WrittenEvent, 'data'>,
    known: EventDefinition | undefined,
  ) {
    const here = known ? `reads it up to version ${known.version}` : 'does not know its type'
    super(
      `${stream} has an event ${type} of version ${schema_version}, and this server ${here}: ` +
        'a newer release appended it. Run that release here; what this server left out is then read.',
    )
  }
}

/**
 * Converts stored data of any version to the current one.
 *
 * @throws EventFromNewerRelease if the version is above the current one, or the type is unknown
 */
export function upcast(catalog: Catalog, written: WrittenEvent): unknown {
  const { type } = written
  const definition = catalog.get(type)
  if (!definition || written.schema_version > definition.version) {
    throw new EventFromNewerRelease(written, definition)
  }
  let lifted = written.data
  for (let version = written.schema_version; version < definition.version; version += 1) {
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
