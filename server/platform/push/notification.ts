import type { PushMessage } from './push-sender.ts'

/** All staff, or the user who owns the stream. */
export type Audience = 'staff' | 'owner'

/**
 * The text of a notification. It contains no name, address or amount, because others can read a
 * lock screen, and a third party runs the push service.
 */
export type NotificationText = Pick<PushMessage, 'title' | 'body'>

/** Notifications that share a switch, and the events that cause them. */
export interface NotificationSwitch<Type extends string = string> {
  /** Stored in the database: never rename one. */
  readonly kind: string
  readonly to: Audience
  readonly label: string
  readonly hint: string
  /** Cannot be switched off, because an intruder would do that first. */
  readonly isAlwaysOn?: true
  /**
   * The actor is also notified, because a stolen session may have acted, and so are people who
   * stopped being staff only days ago, because they may have been removed for this purpose.
   */
  readonly notifiesAllStaff?: true
  /** The page to open; `{stream}` is replaced with the name of the stream, `{id}` with its id. */
  readonly url: string
  /** The type of transaction whose result the owner can acknowledge from the notification. */
  readonly acknowledges?: string
  /** Which of these events it is about, by their data; if absent, all. */
  readonly only?: (data: never) => boolean
  /** By event type; a function if the text depends on the event's data. */
  readonly texts: { readonly [T in Type]?: NotificationText | ((data: never) => NotificationText) }
}

/** Notifies staff of a pending request; it opens the case at the review desk. */
export type ReviewNotification<Type extends string = string> = Omit<
  NotificationSwitch<Type>,
  'to' | 'url'
>

export const REVIEW_URL = '/admin/reviews?case={stream}'

export function toReviewers<Type extends string>(
  notification: ReviewNotification<Type>,
): NotificationSwitch<Type> {
  return { ...notification, to: 'staff', url: REVIEW_URL }
}
