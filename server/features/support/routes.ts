import type { Caller } from '#server/platform/caller.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import {
  readConversation,
  readSupportReplies,
  sendSupportMessage,
  startConversation,
} from '#shared/contract/support.ts'
import { refuse } from '#shared/refusal.ts'
import { registerSupportAdminRoutes } from './admin-routes.ts'
import { readPage, sendAndShow } from './conversation-page.ts'
import { markRead } from './handler.ts'

export function registerSupportRoutes(app: App, services: Services): void {
  mount(app, services, readConversation, ({ params, query }) =>
    readPage(services, 'user', { userId: params.userId, ...query }),
  )

  mount(app, services, startConversation, ({ body, files, caller, cause }) =>
    sendAndShow(services, { ...ownMessage(caller), ...body, ...files, cause }),
  )

  mount(app, services, sendSupportMessage, ({ body, files, caller, cause }) => {
    if (body.conversationId !== caller.userId) return refuse('item.unknown')
    return sendAndShow(services, { ...ownMessage(caller), ...body, ...files, cause })
  })

  mount(app, services, readSupportReplies, async ({ params, caller, cause }) => {
    const { userId } = caller
    const refusal = await markRead(services, {
      userId,
      id: params.id,
      writtenBy: 'admin',
      cause,
    })
    return refusal ?? { message: 'Read.' }
  })

  registerSupportAdminRoutes(app, services)
}

function ownMessage({ userId }: Caller) {
  return { from: 'user', userId, sentBy: userId } as const
}
