import { ConversationPane } from '#pwa/features/support/desk/conversation-pane.tsx'
import { SupportChat } from '#pwa/features/support/support-chat.tsx'
import { replyAsSupport, sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const chat = <SupportChat />

export const queueing: readonly Queueing[] = [
  { route: startConversation, body: { message: 'Hello' }, list: chat, shows: 'Hello' },
  {
    route: sendSupportMessage,
    body: { message: 'Still there?' },
    list: chat,
    shows: 'Still there?',
  },
  {
    route: replyAsSupport,
    body: { conversationId: 'asked', message: 'We look into it' },
    list: <ConversationPane id="asked" />,
    shows: 'We look into it',
  },
]
