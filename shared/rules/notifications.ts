/**
 * What people are notified of, by what they switch on and off. Names stand in the database: never
 * rename one.
 */

/** What a user hears of their own account. */
export const USER_NOTIFICATIONS = [
  'deposit',
  'withdrawal',
  'order',
  'futures',
  'staking',
  'loan',
  'kyc',
  'support',
  'security',
] as const

/** What staff hear of the work that waits. */
export const STAFF_NOTIFICATIONS = [
  'order-review',
  'deposit-review',
  'withdrawal-review',
  'kyc-review',
  'loan-review',
  'adjustment-review',
  'support-message',
  'address-change',
  'ledger',
] as const

export const NOTIFICATION_KINDS = [...USER_NOTIFICATIONS, ...STAFF_NOTIFICATIONS] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/**
 * Whoever got into an account, or puts an address of their own in, would switch these off first; and
 * a ledger that is not sound is everybody's work.
 */
const ALWAYS_ON: readonly NotificationKind[] = ['security', 'address-change', 'ledger']

export function isAlwaysOn(kind: NotificationKind): boolean {
  return ALWAYS_ON.includes(kind)
}

/** What somebody may switch: staff have accounts of their own too. */
export function notificationsFor(isStaff: boolean): readonly NotificationKind[] {
  return isStaff ? NOTIFICATION_KINDS : USER_NOTIFICATIONS
}
