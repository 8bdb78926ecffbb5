import {
  type ConversationMessage,
  findConversation,
  listMessages,
  type MessagePage,
} from '#server/projections/conversations.ts'
import type { Services } from '#server/services.ts'
import type { SupportConversation, SupportMessage } from '#shared/contract/support.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { MESSAGES_PAGE } from '#shared/rules/support.ts'
import type { ConversationState, Side } from './decider.ts'
import { type Outgoing, send } from './handler.ts'
import { presentHead, presentMessage } from './present.ts'

interface AskedPage extends Omit<MessagePage, 'limit'> {
  readonly none?: 'empty' | undefined
}

/** A conversation with one page of its messages, as one side reads it. */
export async function readPage(
  { pool, uploads }: Services,
  reader: Side,
  { none, ...page }: AskedPage,
): Promise<SupportConversation | undefined | Refusal> {
  const conversation = await findConversation<ConversationState>(pool, page.userId)
  if (!conversation) return none === 'empty' ? undefined : refuse('item.unknown')
  const messages = await listMessages(pool, { ...page, limit: MESSAGES_PAGE })
  return {
    ...presentHead(conversation, reader),
    support_messages: messages.map((message) => presentMessage(message, uploads)),
  }
}

/** Sends a message and answers it as it stands in the conversation now. */
export async function sendAndShow(
  services: Services,
  outgoing: Outgoing,
): Promise<SupportMessage | Refusal> {
  const sent = await send(services, outgoing)
  if (isRefusal(sent)) return sent
  const page = { userId: outgoing.userId, after: sent.number - 1, limit: 1 }
  const [message] = await listMessages(services.pool, page)
  return presentMessage(message as ConversationMessage, services.uploads)
}
