import { defineFeature } from '#server/feature.ts'
import { casesOf } from '#server/reviews/case-source.ts'
import { type ConversationState, conversations } from './decider.ts'
import { supportEvents } from './events.ts'
import { registerSupportRoutes } from './routes.ts'

export const supportFeature = defineFeature({
  name: 'support',
  events: supportEvents,
  audit: { area: 'support', label: 'Support' },
  aggregate: conversations,
  live: {
    action: (type) => (type.includes('Message') ? 'support_message' : 'support_conversation'),
  },
  routes: registerSupportRoutes,
  cases: casesOf<ConversationState>({
    url: '/admin/support?conversation={id}',
    summarise: ({ messageCount }) => ({
      asset: null,
      amount: null,
      note: messageCount === 1 ? '1 message' : `${messageCount} messages`,
    }),
  }),
  notifications: [
    {
      kind: 'support-message',
      to: 'staff',
      label: 'Support messages',
      hint: 'A user has written.',
      url: '/admin/support?conversation={id}',
      texts: {
        UserMessageSent: { title: 'New support message', body: 'A user has written to support.' },
      },
    },
    {
      kind: 'support',
      to: 'owner',
      label: 'Support',
      hint: 'There is an answer for you.',
      url: '/support',
      texts: {
        SupportMessageSent: {
          title: 'Support has answered',
          body: 'There is a new message in your conversation.',
        },
      },
    },
  ],
})
