import { type App, mount } from '#server/platform/mount.ts'
import { countConversations, listConversations } from '#server/projections/conversations.ts'
import type { Services } from '#server/services.ts'
import {
  listConversations as listRoute,
  readConversationAsStaff,
  readUserMessages,
  replyAsSupport,
  setConversationActive,
  supportStats,
} from '#shared/contract/support.ts'
import { refuse } from '#shared/refusal.ts'
import { readPage, sendAndShow } from './conversation-page.ts'
import type { ConversationState } from './decider.ts'
import { changeActive, markRead } from './handler.ts'
import { findUserOfMessage } from './message-texts.ts'
import { presentListed } from './present.ts'

const PAGE_DEFAULT = 50

export function registerSupportAdminRoutes(app: App, services: Services): void {
  const { pool } = services

  mount(app, services, supportStats, async () => {
    const { total, open, unread } = await countConversations(pool)
    return { totalConversations: total, activeConversations: open, unreadMessages: unread }
  })

  mount(app, services, listRoute, async ({ query }) => {
    const { search, filter = 'all', limit = PAGE_DEFAULT, before } = query
    const items = await listConversations<ConversationState>(pool, {
      search,
      status: filter === 'open' || filter === 'closed' ? filter : undefined,
      unreadOnly: filter === 'unread',
      limit,
      before,
    })
    return items.map(presentListed)
  })

  mount(app, services, readConversationAsStaff, ({ params, query }) =>
    readPage(services, 'admin', { userId: params.id, ...query }),
  )

  mount(app, services, replyAsSupport, ({ body, files, caller, cause }) => {
    const { conversationId: userId } = body
    return sendAndShow(services, {
      from: 'admin',
      userId,
      sentBy: caller.userId,
      ...body,
      ...files,
      cause,
    })
  })

  mount(app, services, readUserMessages, async ({ params, cause }) => {
    const userId = await findUserOfMessage(pool, params.id)
    if (userId === undefined) return refuse('item.unknown')
    const refusal = await markRead(services, { userId, id: params.id, writtenBy: 'user', cause })
    return refusal ?? { message: 'Read.' }
  })

  mount(app, services, setConversationActive, async ({ params, body, cause }) => {
    const { isActive } = body
    const refusal = await changeActive(services, { userId: params.id, isActive, cause })
    return (
      refusal ?? { message: isActive ? 'The conversation is open.' : 'The conversation is closed.' }
    )
  })
}
