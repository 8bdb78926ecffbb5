import type { FileLinks } from '#server/platform/file-links.ts'
import type { ConversationItem, ConversationMessage } from '#server/queries/conversations.ts'
import type { ListedConversation, SupportMessage } from '#shared/contract/support.ts'
import { previewOf } from '#shared/rules/support.ts'
import { type ConversationState, type Side, unreadOf } from './decider.ts'

type Links = Pick<FileLinks, 'signedUrl'>

/** Users see the answers of one team; staff see who wrote each of them. */
export function presentMessage(
  message: ConversationMessage,
  { links, reader }: { readonly links: Links; readonly reader: Side },
): SupportMessage {
  const { id, number, text, from, picture, sentAt, readAt, writer } = message
  return {
    id,
    number,
    message: text,
    sender_type: from,
    messageType: picture === null ? 'text' : 'image',
    image_url: picture === null ? null : links.signedUrl(picture),
    is_read: readAt !== null,
    read_at: readAt,
    created_at: sentAt,
    ...(reader === 'admin' && { writer }),
  }
}

/** The title and state of a conversation for the reader on one side. */
export function presentHead(
  { id, state, user }: ConversationItem<ConversationState>,
  reader: Side,
) {
  return {
    id,
    conversation_number: user.display_id,
    user: { email: user.email, full_name: user.full_name },
    is_active: state.status === 'open',
    last_message_at: state.lastMessageAt,
    message_count: state.messageCount,
    is_urgent: state.isUrgent === true,
    unread_count: unreadOf(state, reader === 'user' ? 'admin' : 'user'),
  }
}

export function presentListed(item: ConversationItem<ConversationState>): ListedConversation {
  const { state, firstMessage } = item
  return {
    ...presentHead(item, 'admin'),
    first_message: previewOf(firstMessage),
    last_sender: state.lastSender,
  }
}
