import type { EventType } from '#server/events/catalog.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import type { PushMessage } from '#server/platform/push/push-sender.ts'
import type { NotificationKind } from '#shared/rules/notifications.ts'

/** Every member of staff, or the user whose stream it is. */
export type Audience = 'staff' | 'owner'

export interface Notification {
  readonly to: Audience
  /** What switches it off. */
  readonly kind: NotificationKind
  readonly message: PushMessage
}

/** `{stream}` in the address becomes the stream, `{id}` its id. */
type Text = Omit<PushMessage, 'tag'> & Pick<Notification, 'to' | 'kind'>

/**
 * What each event tells whom. The texts carry no name, no address and no amount: a lock screen is
 * read by whoever stands beside it, and the push service is somebody else's machine.
 */
const TEXTS: Partial<Readonly<Record<EventType, Text>>> = {
  DepositRequested: {
    to: 'staff',
    kind: 'deposit-review',
    title: 'New deposit request',
    body: 'A deposit waits for review.',
    url: '/admin/reviews?case={stream}',
  },
  WithdrawalRequested: {
    to: 'staff',
    kind: 'withdrawal-review',
    title: 'New withdraw request',
    body: 'A withdrawal waits for review.',
    url: '/admin/reviews?case={stream}',
  },
  SpotOrderPlaced: {
    to: 'staff',
    kind: 'order-review',
    title: 'New spot order',
    body: 'An order waits for approval.',
    url: '/admin/reviews?case={stream}',
  },
  KycSubmitted: {
    to: 'staff',
    kind: 'kyc-review',
    title: 'New verification',
    body: 'A verification waits for review.',
    url: '/admin/reviews?case={stream}',
  },
  AdjustmentProposed: {
    to: 'staff',
    kind: 'adjustment-review',
    title: 'Second approval needed',
    body: 'An adjustment of a balance awaits its second approval.',
    url: '/admin/reviews?case={stream}',
  },
  KycApproved: {
    to: 'owner',
    kind: 'kyc',
    title: 'Verification approved',
    body: 'Your account is verified.',
    url: '/?open=verification',
  },
  KycRejected: {
    to: 'owner',
    kind: 'kyc',
    title: 'Verification rejected',
    body: 'Your verification was not accepted. See the reason and submit again.',
    url: '/?open=verification',
  },
  KycReset: {
    to: 'owner',
    kind: 'kyc',
    title: 'Verification reset',
    body: 'Please submit your verification again.',
    url: '/?open=verification',
  },
  LoanRequested: {
    to: 'staff',
    kind: 'loan-review',
    title: 'New loan application',
    body: 'A loan application waits for review.',
    url: '/admin/reviews?case={stream}',
  },
  LoanApproved: {
    to: 'owner',
    kind: 'loan',
    title: 'Loan approved',
    body: 'Your loan has been credited.',
    url: '/?open=loan-history',
  },
  LoanRejected: {
    to: 'owner',
    kind: 'loan',
    title: 'Loan application rejected',
    body: 'Your application was not accepted. See the reason.',
    url: '/?open=loan-history',
  },
  LoanDueSoon: {
    to: 'owner',
    kind: 'loan',
    title: 'Loan due soon',
    body: 'Repay your loan in time to avoid a penalty.',
    url: '/?open=loan-history',
  },
  LoanOverdue: {
    to: 'owner',
    kind: 'loan',
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
    kind: 'deposit',
    title: 'Deposit approved',
    body: 'Your deposit has been credited.',
    url: '/?open=transaction-history',
  },
  DepositRejected: {
    to: 'owner',
    kind: 'deposit',
    title: 'Deposit rejected',
    body: 'Your deposit was not accepted. See the reason.',
    url: '/?open=transaction-history',
  },
  WithdrawalApproved: {
    to: 'owner',
    kind: 'withdrawal',
    title: 'Withdrawal approved',
    body: 'Your withdrawal was approved and is on its way.',
    url: '/?open=transaction-history',
  },
  WithdrawalRejected: {
    to: 'owner',
    kind: 'withdrawal',
    title: 'Withdrawal rejected',
    body: 'Your withdrawal was not approved; the amount is available again.',
    url: '/?open=transaction-history',
  },
  ReconciliationFailed: {
    to: 'staff',
    kind: 'ledger',
    title: 'The ledger is not sound',
    body: 'A check of the ledger has found a fault.',
    url: '/admin/reconciliation',
  },
  UserMessageSent: {
    to: 'staff',
    kind: 'support-message',
    title: 'New support message',
    body: 'A user has written to support.',
    url: '/admin/support?conversation={id}',
  },
  SupportMessageSent: {
    to: 'owner',
    kind: 'support',
    title: 'Support has answered',
    body: 'There is a new message in your conversation.',
    url: '/support',
  },
  StakeMatured: {
    to: 'owner',
    kind: 'staking',
    title: 'Staking term over',
    body: 'Principal and interest are available.',
    url: '/?open=staking',
  },
  PasswordChanged: securityNotice('Password changed'),
  SecondFactorEnabled: securityNotice('Second factor switched on'),
  SecondFactorDisabled: securityNotice('Second factor switched off'),
  FuturesSettled: {
    to: 'owner',
    kind: 'futures',
    title: 'Futures trade settled',
    body: 'Your trade is over. See its result.',
    url: '/futures?tab=closed',
  },
  FuturesVoided: {
    to: 'owner',
    kind: 'futures',
    title: 'Futures trade void',
    body: 'No price was recorded in time; the stake is available again.',
    url: '/futures?tab=closed',
  },
  SpotOrderExecuted: {
    to: 'owner',
    kind: 'order',
    title: 'Order executed',
    body: 'Your order was approved and executed.',
    url: '/exchange?tab=history',
  },
  SpotOrderRejected: {
    to: 'owner',
    kind: 'order',
    title: 'Order rejected',
    body: 'Your order was rejected; the funds are available again.',
    url: '/exchange?tab=history',
  },
}

const UUID_LENGTH = 36

/** The events that a follower of the log asks for. */
export const NOTIFIED_TYPES = [...Object.keys(TEXTS), 'FirstApprovalGiven'] as readonly EventType[]

/** Whom an event concerns and what they read; undefined where it concerns nobody. */
export function notificationOf(event: RecordedEvent): Notification | undefined {
  const type = event.type as EventType
  const text = type === 'FirstApprovalGiven' ? secondApproval(event.stream) : TEXTS[type]
  if (!text) return undefined
  const { to, kind, url, ...message } = text
  const id = event.stream.slice(-UUID_LENGTH)
  // One tag a stream: the result of a request replaces nothing else on the screen.
  const address = url.replace('{stream}', event.stream).replace('{id}', id)
  return { to, kind, message: { ...message, url: address, tag: event.stream } }
}

/** Told like the request itself, and switched off with it. */
function secondApproval(stream: string): Text | undefined {
  const kind = REVIEWS[stream.slice(0, -UUID_LENGTH - 1)]
  return (
    kind && {
      to: 'staff',
      kind,
      title: 'Second approval needed',
      body: 'A colleague has approved; a second person must approve as well.',
      url: '/admin/reviews?case={stream}',
    }
  )
}

/** By the kind of stream. */
const REVIEWS: Readonly<Record<string, NotificationKind>> = {
  deposit: 'deposit-review',
  withdrawal: 'withdrawal-review',
  'spot-order': 'order-review',
  loan: 'loan-review',
}

function securityNotice(title: string): Text {
  return {
    to: 'owner',
    kind: 'security',
    title,
    body: 'If it was not you, contact support at once.',
    url: '/profile',
  }
}

function addressAlert(body: string): Text {
  return {
    to: 'staff',
    kind: 'address-change',
    title: 'Deposit address changed',
    body,
    url: '/admin/settings',
  }
}
