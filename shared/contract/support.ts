import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import { idField, instantField, limitField, textField } from '#shared/contract/fields.ts'
import { MESSAGE_LENGTH_MAX } from '#shared/rules/support.ts'

/**
 * The support chat: one conversation for each user, under the user's own id.
 */

export const PICTURE_BYTES_MAX = 8 * 1024 * 1024

export const supportMessage = z.object({
  id: idField,
  /** Counts the messages of a conversation from 1; pages continue from it. */
  number: z.number(),
  message: z.string(),
  sender_type: z.enum(['user', 'admin']),
  messageType: z.enum(['text', 'image']),
  /** A link signed for at most five minutes; null for a message without an image. */
  image_url: z.nullable(z.string()),
  /** Read by the other side. */
  is_read: z.boolean(),
  read_at: z.nullable(instantField),
  created_at: instantField,
  /** To staff: who wrote a reply; null for messages of users. */
  writer: z.optional(z.nullable(z.string())),
})
export type SupportMessage = z.infer<typeof supportMessage>

const conversationHead = z.object({
  id: idField,
  /** The name that staff use. */
  conversation_number: z.string(),
  user: z.object({ email: z.string(), full_name: z.string() }),
  /** Open; a closed one opens again with the next message. */
  is_active: z.boolean(),
  last_message_at: instantField,
  message_count: z.number(),
  /** A message that is not answered yet begins with URGENT, and staff have not cleared it. */
  is_urgent: z.boolean(),
  /** Messages that the caller has not read. */
  unread_count: z.number(),
})

/** A conversation with one page of its messages, the oldest first. */
export const supportConversation = z.extend(conversationHead, {
  support_messages: z.array(supportMessage),
})
export type SupportConversation = z.infer<typeof supportConversation>

/** A conversation on the list of staff. */
export const listedConversation = z.extend(conversationHead, {
  /** The first message, cut. */
  first_message: z.string(),
  last_sender: z.enum(['user', 'admin']),
})
export type ListedConversation = z.infer<typeof listedConversation>

const number = z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000_000))

/** Absent: the latest page. */
const pageQuery = z.object({
  /** The next messages after this number, for what a lost connection missed. */
  after: z.optional(number),
  /** The latest messages before this number. */
  before: z.optional(number),
  /** empty: without a conversation the response is 204 instead of 404. */
  none: z.optional(z.enum(['empty'])),
})

/** Text, an image, or both: as JSON, or as a form if there is an image. */
const written = {
  message: z.optional(textField(MESSAGE_LENGTH_MAX, 0)),
  messageType: z.optional(z.enum(['text', 'image'])),
}
const files = {
  picture: { required: false, accepts: 'image', bytesMax: PICTURE_BYTES_MAX },
} as const

const shared = { whenDisabled: 'allowed' } as const
const sending = { ...shared, offline: 'queue', files, perMinute: 60 } as const
const OF_USER = { series: 'messages' } as const

export const readConversation = get('/api/support/conversation/:userId', {
  ...shared,
  summary: 'The conversation of a user with support; 404 before its first message',
  access: 'own',
  query: pageQuery,
  response: z.optional(supportConversation),
})

export const startConversation = post('/api/support/conversation', {
  ...sending,
  inOrder: OF_USER,
  summary: 'Send the first message; continues an existing conversation',
  access: 'user',
  body: z.object(written),
  response: supportMessage,
})

export const sendSupportMessage = post('/api/support/messages', {
  ...sending,
  inOrder: OF_USER,
  summary: 'Write to support',
  access: 'user',
  body: z.object({
    /** Must be the caller's own. */
    conversationId: idField,
    ...written,
  }),
  response: supportMessage,
})

export const readSupportReplies = put('/api/support/messages/:id/read', {
  ...shared,
  summary: 'Mark a reply of support, and those before it, as read',
  access: 'user',
})

export const supportStats = get('/api/admin/support/stats', {
  ...shared,
  summary:
    'How many conversations there are, how many are open, and how much is unread or unanswered',
  access: 'support.read',
  response: z.object({
    totalConversations: z.number(),
    activeConversations: z.number(),
    unreadMessages: z.number(),
    unreadConversations: z.number(),
    /** When the longest-waiting message was sent. */
    oldestUnreadAt: z.nullable(instantField),
    /** Open ones whose last message is the user's; absent from an earlier server. */
    unansweredConversations: z.optional(z.number()),
    /** Since when the first of their users has waited; absent from an earlier server. */
    oldestUnansweredAt: z.optional(z.nullable(instantField)),
  }),
})

export const listConversations = get('/api/admin/support/conversations', {
  ...shared,
  summary: 'Conversations of all users, the latest first',
  access: 'support.read',
  query: z.object({
    /** Found in e-mail, name or the first message. */
    search: z.optional(textField(100, 0)),
    filter: z.optional(z.enum(['all', 'unanswered', 'unread', 'open', 'closed'])),
    limit: limitField(100),
    /** The id of the last item of the previous page. */
    before: z.optional(idField),
  }),
  response: z.array(listedConversation),
})

export const readConversationAsStaff = get('/api/admin/support/conversations/:id', {
  ...shared,
  summary: 'A conversation with one page of its messages',
  access: 'support.read',
  query: pageQuery,
  response: z.optional(supportConversation),
})

export const replyAsSupport = post('/api/admin/support/messages', {
  ...sending,
  inOrder: { series: 'replies', of: 'conversationId' },
  summary: 'Answer a user',
  access: 'support.answer',
  body: z.object({
    conversationId: idField,
    ...written,
  }),
  response: supportMessage,
})

export const readUserMessages = put('/api/admin/support/messages/:id/read', {
  ...shared,
  summary: 'Mark a message of a user, and those before it, as read',
  access: 'support.answer',
})

export const setConversationActive = put('/api/admin/support/conversations/:id/status', {
  ...shared,
  summary: 'Close a conversation, or open it again',
  access: 'support.answer',
  body: z.object({ isActive: z.boolean() }),
})

export const clearUrgency = put('/api/admin/support/conversations/:id/clear-urgency', {
  ...shared,
  summary: 'Mark a conversation as not urgent, until an urgent message arrives again',
  access: 'support.answer',
})
