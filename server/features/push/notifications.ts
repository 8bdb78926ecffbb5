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
      const id = event.stream.slice(-UUID_LENGTH)
      const url = sender.url.replace('{stream}', event.stream).replace('{id}', id)
      // One tag for each stream: the result of a request replaces nothing else on the screen.
      const { acknowledges: type } = sender
      const acknowledges = type === undefined ? undefined : { type, id }
      const messageIn = (catalogue: Catalogue): PushMessage => {
        const text = inLanguage(catalogue, () => written(given, event.data))
        // The worker of the app, which shows them, knows them in English.
        const actions = catalogue === ENGLISH ? undefined : inLanguage(catalogue, actionLabels)
        return { ...text, url, tag: event.stream, acknowledges, ...(actions && { actions }) }
      }
      return { sender, messageIn }
    },
  }
}

function written(given: Given, data: unknown): NotificationText {
  if (typeof given === 'function') return given(data as never)
  return { title: t(given.title), body: t(given.body) }
}

type Given = NonNullable<NotificationSwitch['texts'][string]>

function actionLabels() {
  return { open: t('Open'), read: t('Mark as read') }
}

/** Sent like the notification of the request itself, and switched off with it. */
const SECOND_APPROVAL = {
  title: msg('Second approval needed'),
  body: msg('A colleague has approved. A second person must approve as well.'),
}
