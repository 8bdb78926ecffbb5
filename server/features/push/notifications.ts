import type { RecordedEvent } from '#server/events/log.ts'
import type { Features } from '#server/feature.ts'
import {
  type NotificationSwitch,
  type NotificationText,
  toReviewers,
} from '#server/platform/push/notification.ts'
import type { PushMessage } from '#server/platform/push/push-sender.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { inLanguage, msg, t } from '#shared/text/t.ts'

export interface Notification {
  readonly sender: NotificationSwitch
  /** For a recipient who reads this language. */
  readonly messageIn: (catalogue: Catalogue) => PushMessage
}

export interface Notifications {
  /** The types of events that cause notifications. */
  readonly types: readonly string[]
  /** None if the event concerns no one; at most one for its owner and one for staff. */
  readonly of: (event: RecordedEvent) => readonly Notification[]
}

const UUID_LENGTH = 36

export function notificationsOf({
  notifications,
  reviewNotifications,
}: Pick<Features, 'notifications' | 'reviewNotifications'>): Notifications {
  const byType = Map.groupBy(
    notifications.flatMap((sender) => Object.keys(sender.texts).map((type) => ({ type, sender }))),
    ({ type }) => type,
  )
  const sendersOf = ({ type, stream }: RecordedEvent): readonly NotificationSwitch[] => {
    if (type !== 'FirstApprovalGiven') return byType.get(type)?.map(({ sender }) => sender) ?? []
    const review = reviewNotifications.get(stream.slice(0, -UUID_LENGTH - 1))
    if (!review) return []
    return [toReviewers({ ...review, texts: { FirstApprovalGiven: SECOND_APPROVAL } })]
  }
  return {
    types: [...byType.keys(), 'FirstApprovalGiven'],
    of: (event) =>
      sendersOf(event).flatMap((sender) => {
        const given = sender.texts[event.type]
        const isMeant = sender.only?.(event.data as never) ?? true
        return given && isMeant ? [notificationOf(event, sender, given)] : []
      }),
  }
}

function notificationOf(
  { stream, data }: RecordedEvent,
  sender: NotificationSwitch,
  given: Given,
): Notification {
  const id = stream.slice(-UUID_LENGTH)
  const url = sender.url.replace('{stream}', stream).replace('{id}', id)
  const { acknowledges: type } = sender
  const acknowledges = type === undefined ? undefined : { type, id }
  const messageIn = (catalogue: Catalogue): PushMessage => {
    const text = inLanguage(catalogue, () => written(given, data))
    // The service worker that shows them has the English labels built in.
    const actions = catalogue === ENGLISH ? undefined : inLanguage(catalogue, actionLabels)
    // One tag per stream: a notification replaces only earlier ones about the same request.
    return { ...text, url, tag: stream, acknowledges, ...(actions && { actions }) }
  }
  return { sender, messageIn }
}

function written(given: Given, data: unknown): NotificationText {
  if (typeof given === 'function') return given(data as never)
  return { title: t(given.title), body: t(given.body) }
}

type Given = NonNullable<NotificationSwitch['texts'][string]>

function actionLabels() {
  return { open: t('Open'), read: t('Mark as read') }
}

/** Sent like the notification of the request itself, and turned off by the same switch. */
const SECOND_APPROVAL = {
  title: msg('Second approval needed'),
  body: msg('A colleague has approved. A second person must approve as well.'),
}
