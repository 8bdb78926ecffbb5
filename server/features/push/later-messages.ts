import type { Catalog } from '#server/events/catalog.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from '#server/events/recorded-event.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { addressed } from './addressees.ts'
import type { Notifications } from './notifications.ts'

/** The newest ones are enough: one of them almost certainly has a message to the same people. */
const EVENTS_READ_MAX = 50

interface Waiting {
  readonly endpoint: string
  /** Missing in jobs of an earlier release. */
  readonly event?: { readonly stream: string; readonly version: number } | undefined
}

/**
 * Whether a later event of the stream causes a message to the same device. That message is about
 * the same item, has the same tag, and may already be shown: a retry of the earlier one would
 * replace it.
 */
export async function isReplaced(
  db: Queryable,
  { catalog, notifications }: { readonly catalog: Catalog; readonly notifications: Notifications },
  { endpoint, event }: Waiting,
): Promise<boolean> {
  if (!event) return false
  const { rows } = await db.query<EventRow>({
    name: 'events with later pushes',
    text: `select ${EVENT_COLUMNS} from event
           where stream = $1 and version > $2 and type = any ($3)
           order by version desc limit ${EVENTS_READ_MAX}`,
    values: [event.stream, event.version, notifications.types],
  })
  if (rows.length === 0) return false
  const later = rows
    .map((row) => recordedEvent(catalog, row))
    .flatMap((next) =>
      notifications.of(next).map((notification) => ({ event: next, notification })),
    )
  const messages = await addressed(db, later)
  return messages.some((message) => message.endpoint === endpoint)
}
