import type { Caller } from '#server/platform/caller.ts'
import { type App, mount } from '#server/platform/mount.ts'
import {
  type ConversationMessage,
  countConversations,
  findConversation,
  listConversations,
  listMessages,
  type MessagePage,
} from '#server/queries/conversations.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/support.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { MESSAGES_PAGE } from '#shared/rules/support.ts'
import { msg } from '#shared/text/t.ts'
import type { ConversationState, Side } from './decider.ts'
import { changeActive, markNotUrgent, markRead, type Outgoing, send } from './handler.ts'
import { findUserOfMessage } from './message-texts.ts'
import { presentHead, presentListed, presentMessage } from './present.ts'

const PAGE_DEFAULT = 50

export function registerSupportRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, contract.readConversation, ({ params, query }) =>
    readPage(services, 'user', { userId: params.userId, ...query }),
  )

  mount(app, services, contract.startConversation, ({ body, files, caller, cause }) =>
    sendAndShow(services, { ...ownMessage(caller), ...body, ...files, cause }),
  )

  mount(app, services, contract.sendSupportMessage, ({ body, files, caller, cause }) => {
    if (body.conversationId !== caller.userId) return refuse('item.unknown')
    return sendAndShow(services, { ...ownMessage(caller), ...body, ...files, cause })
  })

  mount(app, services, contract.readSupportReplies, async ({ params: { id }, caller, cause }) => {
    const { userId } = caller
    const refusal = await markRead(services, { userId, id, writtenBy: 'admin', cause })
    return refusal ?? { message: msg('Marked as read.') }
  })

  mount(app, services, contract.supportStats, async () => {
    const { total, open, unread, ...counts } = await countConversations(pool)
    return {
      totalConversations: total,
      activeConversations: open,
      unreadMessages: unread,
      ...counts,
    }
  })

  mount(app, services, contract.listConversations, async ({ query }) => {
    const { search, filter = 'all', limit = PAGE_DEFAULT, before } = query
    const items = await listConversations<ConversationState>(pool, {
      search,
      status: filter === 'open' || filter === 'closed' ? filter : undefined,
      only: filter === 'unread' || filter === 'unanswered' ? filter : undefined,
      limit,
      before,
    })
    return items.map(presentListed)
  })

  mount(app, services, contract.readConversationAsStaff, ({ params, query }) =>
    readPage(services, 'admin', { userId: params.id, ...query }),
  )

  mount(app, services, contract.replyAsSupport, ({ body, files, caller, cause }) => {
    const reply = { from: 'admin', userId: body.conversationId, sentBy: caller.userId } as const
    return sendAndShow(services, { ...reply, ...body, ...files, cause })
  })

  mount(app, services, contract.readUserMessages, async ({ params, cause }) => {
    const userId = await findUserOfMessage(pool, params.id)
    if (userId === undefined) return refuse('item.unknown')
    const refusal = await markRead(services, { userId, id: params.id, writtenBy: 'user', cause })
    return refusal ?? { message: msg('Marked as read.') }
  })

  mount(app, services, contract.setConversationActive, async ({ params, body, cause }) => {
    const { isActive } = body
    const refusal = await changeActive(services, { userId: params.id, isActive, cause })
    const message = isActive ? msg('The conversation is open.') : msg('The conversation is closed.')
    return refusal ?? { message }
  })

  mount(app, services, contract.clearUrgency, async ({ params, cause }) => {
    const refusal = await markNotUrgent(services, { userId: params.id, cause })
    return refusal ?? { message: msg('The conversation is no longer urgent.') }
  })
}

function ownMessage({ userId }: Caller) {
  return { from: 'user', userId, sentBy: userId } as const
}

/** A conversation with one page of its messages, as shown to one side. */
async function readPage(
  { pool, uploads }: Services,
  reader: Side,
  { none, ...page }: Omit<MessagePage, 'limit'> & { readonly none?: 'empty' | undefined },
): Promise<contract.SupportConversation | undefined | Refusal> {
  const conversation = await findConversation<ConversationState>(pool, page.userId)
  if (!conversation) return none === 'empty' ? undefined : refuse('item.unknown')
  const messages = await listMessages(pool, { ...page, limit: MESSAGES_PAGE })
  return {
    ...presentHead(conversation, reader),
    support_messages: messages.map((message) =>
      presentMessage(message, { links: uploads, reader }),
    ),
  }
}

/** Sends a message and responds with it as the conversation now contains it. */
async function sendAndShow(
  services: Services,
  outgoing: Outgoing,
): Promise<contract.SupportMessage | Refusal> {
  const sent = await send(services, outgoing)
  if (isRefusal(sent)) return sent
  const page = { userId: outgoing.userId, after: sent.number - 1, limit: 1 }
  const [message] = await listMessages(services.pool, page)
  const shown = { links: services.uploads, reader: outgoing.from }
  return presentMessage(message as ConversationMessage, shown)
}
