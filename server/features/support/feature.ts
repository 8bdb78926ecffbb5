import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { casesOf } from '#server/reviews/case-source.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { type ConversationState, conversations } from './decider.ts'
import { supportEvents } from './events.ts'
import { readTexts } from './message-texts.ts'
import { registerSupportRoutes } from './routes.ts'

export const supportFeature = defineFeature({
  name: 'support',
  events: supportEvents,
  audit: {
    area: 'support',
    label: msg('Support'),
    details: {
      UserMessageSent: messageDetails,
      SupportMessageSent: messageDetails,
      UserMessagesRead: readDetails,
      SupportMessagesRead: readDetails,
    },
  },
  aggregate: conversations,
  personalData: [
    {
      name: 'messages',
      tables: ['support_message'],
      read: ({ pool }, { userId }) => readTexts(pool, userId),
    },
  ],
  live: {
    action: (type) => (type.includes('Message') ? 'support_message' : 'support_conversation'),
  },
  routes: registerSupportRoutes,
  cases: casesOf<ConversationState>({
    url: '/admin/support?conversation={id}',
    summarise: ({ messageCount }) => ({
      asset: null,
      amount: null,
      note: textOf('{count, plural, one {# message} other {# messages}}', { count: messageCount }),
    }),
  }),
  notifications: [
    {
      kind: 'support-message',
      to: 'staff',
      label: msg('Support messages'),
      hint: msg('A user has sent a message.'),
      url: '/admin/support?conversation={id}',
      texts: {
        UserMessageSent: {
          title: msg('New support message'),
          body: msg('A user has sent a message to support.'),
        },
      },
    },
    {
      kind: 'support',
      to: 'owner',
      label: msg('Support'),
      hint: msg('You have a new reply.'),
      url: '/support',
      texts: {
        SupportMessageSent: {
          title: msg('Reply from support'),
          body: msg('You have a new message from our support team.'),
        },
      },
    },
  ],
})

/**
 * The event does not contain the text, so the line shows the number of the message in the
 * conversation.
 */
function messageDetails({ number, picture }: DataOf<typeof supportEvents, 'SupportMessageSent'>) {
  return textOf('Message {number}{picture, select, yes {, with an image} other {}}', {
    number,
    picture: picture ? 'yes' : 'no',
  })
}

function readDetails({ upTo }: DataOf<typeof supportEvents, 'UserMessagesRead'>) {
  return textOf('Up to message {number}', { number: upTo })
}
