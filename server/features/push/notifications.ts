import type { CatalogEvent, EventType } from '#server/events/catalog.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import type { PushMessage } from '#server/platform/push/push-sender.ts'

/** Every member of staff, or the user whose stream it is. */
export type Audience = 'staff' | 'owner'

export interface Notification {
  readonly to: Audience
  readonly message: PushMessage
}

/** `{id}` in the address becomes the id of the stream. */
type Text = Omit<PushMessage, 'tag'> & { readonly to: Audience }

/**
 * What each event tells whom. The texts carry no name, no address and no amount: a lock screen is
 * read by whoever stands beside it, and the push service is somebody else's machine.
 */
const TEXTS: Partial<Readonly<Record<EventType, Text>>> = {
  DepositRequested: {
    to: 'staff',
    title: 'New deposit request',
    body: 'A deposit waits for review.',
    url: '/admin/users?open=deposit-requests',
  },
  WithdrawalRequested: {
    to: 'staff',
    title: 'New withdraw request',
    body: 'A withdrawal waits for review.',
    url: '/admin/users?open=withdraw-requests',
  },
  SpotOrderPlaced: {
    to: 'staff',
    title: 'New spot order',
    body: 'An order waits for approval.',
    url: '/admin/dashboard?tab=pending-orders',
  },
  KycSubmitted: {
    to: 'staff',
    title: 'New verification',
    body: 'A verification waits for review.',
    url: '/admin/users?open=kyc',
  },
  KycApproved: {
    to: 'owner',
    title: 'Verification approved',
    body: 'Your account is verified.',
    url: '/?open=verification',
  },
  KycRejected: {
    to: 'owner',
    title: 'Verification rejected',
    body: 'Your verification was not accepted. See the reason and submit again.',
    url: '/?open=verification',
  },
  KycReset: {
    to: 'owner',
    title: 'Verification reset',
    body: 'Please submit your verification again.',
    url: '/?open=verification',
  },
  LoanRequested: {
    to: 'staff',
    title: 'New loan application',
    body: 'A loan application waits for review.',
    url: '/admin/users?open=loan-management',
  },
  LoanApproved: {
    to: 'owner',
    title: 'Loan approved',
    body: 'Your loan has been credited.',
    url: '/?open=loan-history',
  },
  LoanRejected: {
    to: 'owner',
    title: 'Loan application rejected',
    body: 'Your application was not accepted. See the reason.',
    url: '/?open=loan-history',
  },
  LoanDueSoon: {
    to: 'owner',
    title: 'Loan due soon',
    body: 'Repay your loan in time to avoid a penalty.',
    url: '/?open=loan-history',
  },
  LoanOverdue: {
    to: 'owner',
    title: 'Loan overdue',
    body: 'A penalty is added for each day until you repay.',
    url: '/?open=loan-history',
  },
  DepositAddressAdded: addressAlert('A deposit address was added.'),
  DepositAddressChanged: addressAlert('A deposit address was changed.'),
  DepositAddressActivated: addressAlert('A deposit address was activated.'),
  DepositAddressDeactivated: addressAlert('A deposit address was deactivated.'),
  DepositApproved: {
    to: 'owner',
    title: 'Deposit approved',
    body: 'Your deposit has been credited.',
    url: '/?open=transaction-history',
  },
  DepositRejected: {
    to: 'owner',
    title: 'Deposit rejected',
    body: 'Your deposit was not accepted. See the reason.',
    url: '/?open=transaction-history',
  },
  WithdrawalApproved: {
    to: 'owner',
    title: 'Withdrawal approved',
    body: 'Your withdrawal was approved and is on its way.',
    url: '/?open=transaction-history',
  },
  WithdrawalRejected: {
    to: 'owner',
    title: 'Withdrawal rejected',
    body: 'Your withdrawal was not approved; the amount is available again.',
    url: '/?open=transaction-history',
  },
  UserMessageSent: {
    to: 'staff',
    title: 'New support message',
    body: 'A user has written to support.',
    url: '/admin/support?conversation={id}',
  },
  SupportMessageSent: {
    to: 'owner',
    title: 'Support has answered',
    body: 'There is a new message in your conversation.',
    url: '/support',
  },
  FuturesSettled: {
    to: 'owner',
    title: 'Futures trade settled',
    body: 'Your trade is over. See its result.',
    url: '/futures?tab=closed',
  },
  FuturesVoided: {
    to: 'owner',
    title: 'Futures trade void',
    body: 'No price was recorded in time; the stake is available again.',
    url: '/futures?tab=closed',
  },
  SpotOrderExecuted: {
    to: 'owner',
    title: 'Order executed',
    body: 'Your order was approved and executed.',
    url: '/exchange?tab=history',
  },
  SpotOrderRejected: {
    to: 'owner',
    title: 'Order rejected',
    body: 'Your order was rejected; the funds are available again.',
    url: '/exchange?tab=history',
  },
}

const UUID_LENGTH = 36

/** The events that a follower of the log asks for. */
export const NOTIFIED_TYPES = Object.keys(TEXTS) as readonly EventType[]

/** Whom an event concerns and what they read; undefined where it concerns nobody. */
export function notificationOf(event: RecordedEvent): Notification | undefined {
  const text = TEXTS[event.type as CatalogEvent['type']]
  if (!text) return undefined
  const { to, url, ...message } = text
  const id = event.stream.slice(-UUID_LENGTH)
  // One tag a stream: the result of a request replaces nothing else on the screen.
  return { to, message: { ...message, url: url.replace('{id}', id), tag: event.stream } }
}

function addressAlert(body: string): Text {
  return { to: 'staff', title: 'Deposit address changed', body, url: '/admin/settings' }
}
