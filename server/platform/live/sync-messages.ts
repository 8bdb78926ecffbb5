import type { DataSyncMessage } from '#shared/contract/live.ts'
import { instantOf } from '#shared/time.ts'

/** What the live channel gets to know of an event: that something changed, but not what. */
export interface ChangeSeen {
  readonly stream: string
  readonly kind: string
  readonly type: string
  readonly ownerId: string | null
  readonly movesMoney: boolean
  readonly recordedAt: Date
}

export interface Addressed {
  readonly to: 'everyone' | { readonly userId: string | null }
  readonly message: DataSyncMessage
}

/** The message sent to open screens when a stream of one kind changes. */
export interface LiveMessage {
  /** One action for all events, or one per event type. */
  readonly action: string | ((eventType: string) => string)
  /** If absent, the owner of the stream and staff. */
  readonly to?: 'everyone'
}

/** By the kind of stream. */
export type LiveMessages = ReadonlyMap<string, LiveMessage | null>

/**
 * The messages for an event, which make its owner and staff fetch again. If money moved, the
 * portfolio has changed too.
 *
 * Source: docs/product.md, Live updates
 */
export function syncMessagesFor(messages: LiveMessages, change: ChangeSeen): Addressed[] {
  const message = messages.get(change.kind)
  const actions = new Set(message ? [actionOf(message, change.type)] : [])
  if (change.movesMoney) actions.add('portfolio')
  const to = message?.to ?? { userId: change.ownerId }
  return [...actions].map((action) => ({
    to,
    message: {
      type: 'data_sync',
      data: {
        action,
        userId: change.ownerId,
        entityId: change.stream.slice(change.kind.length + 1),
        timestamp: instantOf(change.recordedAt.getTime()),
      },
    },
  }))
}

export function actionOf({ action }: LiveMessage, eventType: string): string {
  return typeof action === 'string' ? action : action(eventType)
}
