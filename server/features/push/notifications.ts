import type { RecordedEvent } from '#server/events/log.ts'
import type { Features } from '#server/feature.ts'
import { type NotificationSwitch, toReviewers } from '#server/platform/push/notification.ts'
import type { PushMessage } from '#server/platform/push/push-sender.ts'

export interface Notification {
  readonly sender: NotificationSwitch
  readonly message: PushMessage
}

export interface Notifications {
  /** The types of events that cause notifications. */
  readonly types: readonly string[]
  /** Undefined where the event concerns no one. */
  readonly of: (event: RecordedEvent) => Notification | undefined
}

const UUID_LENGTH = 36

export function notificationsOf({
  notifications,
  reviewNotifications,
}: Pick<Features, 'notifications' | 'reviewNotifications'>): Notifications {
  const byType = new Map(
    notifications.flatMap((each) => Object.keys(each.texts).map((type) => [type, each])),
  )
  const senderOf = ({ type, stream }: RecordedEvent): NotificationSwitch | undefined => {
    if (type !== 'FirstApprovalGiven') return byType.get(type)
    const review = reviewNotifications.get(stream.slice(0, -UUID_LENGTH - 1))
    return review && toReviewers({ ...review, texts: { FirstApprovalGiven: SECOND_APPROVAL } })
  }
  return {
    types: [...byType.keys(), 'FirstApprovalGiven'],
    of(event) {
      const sender = senderOf(event)
      const given = sender?.texts[event.type]
      if (!sender || !given) return undefined
      const text = typeof given === 'function' ? given(event.data as never) : given
      const id = event.stream.slice(-UUID_LENGTH)
      const url = sender.url.replace('{stream}', event.stream).replace('{id}', id)
      // One tag for each stream: the result of a request replaces nothing else on the screen.
      const { acknowledges: type } = sender
      const acknowledges = type === undefined ? undefined : { type, id }
      return { sender, message: { ...text, url, tag: event.stream, acknowledges } }
    },
  }
}

/** Sent like the notification of the request itself, and switched off with it. */
const SECOND_APPROVAL = {
  title: 'Second approval needed',
  body: 'A colleague has approved; a second person must approve as well.',
}
