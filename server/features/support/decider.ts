import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { MESSAGES_UNREAD_MAX, tooManyRefusal } from '#shared/rules/waiting-requests.ts'
import type { Instant } from '#shared/time.ts'
import { type SupportEvent, supportEvents } from './events.ts'

export type Side = 'user' | 'admin'

/** A user's conversation with support, without the text of messages. */
export interface ConversationState {
  readonly status: 'none' | 'open' | 'closed'
  readonly userId: string
  readonly userNo: string
  readonly messageCount: number
  readonly firstMessage: string
  readonly lastMessageAt: Instant
  readonly lastSender: Side
  /** Since when the user has waited for an answer. Left out if they do not. */
  readonly waitsSince?: Instant
  /** Whether an urgent message is unanswered. Left out if not. */
  readonly isUrgent?: true
  /** How many messages each side has written, and how many of them the other side has read. */
  readonly sent: Readonly<Record<Side, number>>
  readonly read: Readonly<Record<Side, number>>
}

const initial: ConversationState = {
  status: 'none',
  userId: '',
  userNo: '',
  messageCount: 0,
  firstMessage: '',
  lastMessageAt: '',
  lastSender: 'user',
  sent: { user: 0, admin: 0 },
  read: { user: 0, admin: 0 },
}

/** One stream per user: none → open ⇄ closed; a message reopens it. */
export const conversations: Aggregate<ConversationState, SupportEvent> = {
  kind: 'conversation',
  events: supportEvents,
  // Since 2, the state says since when a user has waited for an answer.
  shape: 2,
  initial,
  evolve,
  summarise: (state) => ({ status: state.status, waiting: unreadOf(state, 'user') > 0 }),
  endsWithOwner: true,
}

/** How many messages of one side the other side has not read. */
export function unreadOf({ sent, read }: ConversationState, writtenBy: Side): number {
  return sent[writtenBy] - read[writtenBy]
}

function evolve(state: ConversationState, event: SupportEvent): ConversationState {
  switch (event.type) {
    case 'UserMessageSent':
      return {
        ...withMessage(state, event.data, 'user'),
        waitsSince: state.waitsSince ?? event.data.sentAt,
        ...(event.data.urgent ? { isUrgent: true } : {}),
      }
    case 'SupportMessageSent':
      return settled(withMessage(state, event.data, 'admin'))
    case 'UrgencyCleared':
      return notUrgent(state)
    case 'UserMessagesRead':
      return withRead(state, 'user', event.data.upTo)
    case 'SupportMessagesRead':
      return withRead(state, 'admin', event.data.upTo)
    case 'ConversationClosed':
      return { ...settled(state), status: 'closed' }
    case 'ConversationReopened': {
      const waits = state.lastSender === 'user' ? { waitsSince: event.data.at } : {}
      return { ...state, ...waits, status: 'open' }
    }
  }
}

/** An answer, or closing the conversation, leaves nothing to answer. */
function settled(state: ConversationState): ConversationState {
  const { waitsSince: _, ...rest } = notUrgent(state)
  return rest
}

function notUrgent({ isUrgent: _, ...state }: ConversationState): ConversationState {
  return state
}

type Sent = Extract<SupportEvent, { type: 'SupportMessageSent' }>['data']

function withMessage(state: ConversationState, message: Sent, from: Side): ConversationState {
  const { userId, userNo, messageId, number, sideNumber, sentAt } = message
  return {
    ...state,
    status: 'open',
    userId,
    userNo,
    messageCount: number,
    firstMessage: state.firstMessage || messageId,
    lastMessageAt: sentAt,
    lastSender: from,
    sent: { ...state.sent, [from]: sideNumber },
  }
}

function withRead(state: ConversationState, writtenBy: Side, upTo: number): ConversationState {
  return { ...state, read: { ...state.read, [writtenBy]: upTo } }
}

export interface SendMessage {
  readonly from: Side
  /** The user whose conversation it is. */
  readonly userId: string
  readonly userNo: string
  readonly messageId: string
  readonly sentBy: string
  readonly picture: string | null
  /** Only a user's message can be urgent. */
  readonly urgent?: boolean
}

/**
 * A message begins the conversation, continues with it, or opens it again.
 *
 * State    none, open, closed → open
 * Refuses  item.unknown (staff answer conversations and begin none), support.too_many_unread: first
 *          match wins
 * Source   docs/product.md, Support
 */
export function sendMessage(
  state: ConversationState,
  { from, urgent, ...message }: SendMessage,
  facts: { readonly at: Instant },
): Decision<SupportEvent> {
  if (state.status === 'none' && from === 'admin') return refuse('item.unknown')
  const unread = { waiting: unreadOf(state, 'user'), maximum: MESSAGES_UNREAD_MAX }
  const tooMany = from === 'user' && tooManyRefusal('support.too_many_unread', unread)
  if (tooMany) return tooMany
  const data = {
    ...message,
    number: state.messageCount + 1,
    sideNumber: state.sent[from] + 1,
    sentAt: facts.at,
  }
  return from === 'user'
    ? { type: 'UserMessageSent', data: urgent ? { ...data, urgent } : data }
    : { type: 'SupportMessageSent', data }
}

/**
 * Staff clear the mark: the conversation is not urgent until another urgent message arrives.
 *
 * Refuses  item.unknown, support.not_urgent: first match wins
 * Source   docs/product.md, Support
 */
export function clearUrgency(
  { status, isUrgent }: ConversationState,
  facts: { readonly at: Instant },
): Decision<SupportEvent> {
  if (status === 'none') return refuse('item.unknown')
  return isUrgent
    ? { type: 'UrgencyCleared', data: { at: facts.at } }
    : refuse('support.not_urgent')
}

/**
 * Marks one side's messages as read by the other side, up to the message that was seen. Later
 * messages stay unread.
 *
 * Refuses  item.unknown, support.read_already: first match wins
 * Source   docs/product.md, Support
 */
export function readMessages(
  state: ConversationState,
  { writtenBy, upTo }: { readonly writtenBy: Side; readonly upTo: number },
  facts: { readonly at: Instant },
): Decision<SupportEvent> {
  if (upTo > state.sent[writtenBy]) return refuse('item.unknown')
  if (upTo <= state.read[writtenBy]) return refuse('support.read_already')
  const data = { upTo, readAt: facts.at }
  return writtenBy === 'user'
    ? { type: 'UserMessagesRead', data }
    : { type: 'SupportMessagesRead', data }
}

/**
 * Staff close a resolved conversation, and can reopen it.
 *
 * State    open ⇄ closed
 * Refuses  item.unknown, support.unchanged: first match wins
 * Source   docs/product.md, Support
 */
export function setActive(
  state: ConversationState,
  { isActive }: { readonly isActive: boolean },
  facts: { readonly at: Instant },
): Decision<SupportEvent> {
  if (state.status === 'none') return refuse('item.unknown')
  if (isActive === (state.status === 'open')) {
    return refuse('support.unchanged', { status: isActive ? 'open' : 'closed' })
  }
  return { type: isActive ? 'ConversationReopened' : 'ConversationClosed', data: { at: facts.at } }
}
