import type { PushMessage } from './push-sender.ts'

/** All staff, or the user who owns the stream. */
export type Audience = 'staff' | 'owner'

/**
 * What a notification says. It names no person, no address and no amount: others can read a lock
 * screen, and a third party runs the push service.
 */
export type NotificationText = Pick<PushMessage, 'title' | 'body'>

/** Notifications that users switch on and off together, and the events that cause them. */
export interface NotificationSwitch<Type extends string = string> {
  /** Stored in the database: never rename one. */
  readonly kind: string
  readonly to: Audience
  readonly label: string
  readonly hint: string
  /** An intruder would switch this off first. */
  readonly isAlwaysOn?: true
  /**
   * The actor is notified as well, because a stolen session may have acted, and so are those who
   * stopped being staff only days ago: they may have been removed for it.
   */
  readonly tellsAllStaff?: true
  /** The page that it opens; `{stream}` becomes the name of the stream, `{id}` its id. */
  readonly url: string
  /** The type of transaction whose result the owner acknowledges from the notification. */
  readonly acknowledges?: string
  /** Which of these events it is about, by their data; every one where left out. */
  readonly only?: (data: never) => boolean
  /** By type of event; where what it says depends on the event, made of its data. */
  readonly texts: { readonly [T in Type]?: NotificationText | ((data: never) => NotificationText) }
}

/** Tells staff of a waiting request: it opens the case at the review desk. */
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
