import { describe, test } from 'vitest'
import {
  type ConversationState,
  clearUrgency,
  conversations,
  readMessages,
  type SendMessage,
  sendMessage,
  setActive,
} from '#server/features/support/decider.ts'
import type { SupportEvent } from '#server/features/support/events.ts'
import { refuse } from '#shared/refusal.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-03-01T10:00:00.000Z'
const facts = { at: AT }

const hello: SendMessage = {
  from: 'user',
  userId: 'user-1',
  userNo: '1',
  messageId: 'message-1',
  sentBy: 'user-1',
  picture: null,
}
const response: SendMessage = { ...hello, from: 'admin', messageId: 'message-2', sentBy: 'staff-1' }

const send = (message: SendMessage) => (state: ConversationState) =>
  sendMessage(state, message, facts)
const read = (writtenBy: 'user' | 'admin', upTo: number) => (state: ConversationState) =>
  readMessages(state, { writtenBy, upTo }, facts)
const activate = (isActive: boolean) => (state: ConversationState) =>
  setActive(state, { isActive }, facts)

const sent = (message: SendMessage, number: number, sideNumber: number): SupportEvent => {
  const { from, ...data } = message
  const type = from === 'user' ? 'UserMessageSent' : 'SupportMessageSent'
  return { type, data: { ...data, number, sideNumber, sentAt: AT } }
}
const begun = sent(hello, 1, 1)
const answered = sent(response, 2, 1)
const closed = { type: 'ConversationClosed' as const, data: { at: AT } }

describe('sending a message', () => {
  test('starts the conversation of a user', () => {
    given(conversations, []).when(send(hello)).yields(begun)
  })

  test('is numbered within the conversation and its side', () => {
    given(conversations, [begun]).when(send(response)).yields(answered)
    given(conversations, [begun, answered])
      .when(send(hello))
      .yields(sent(hello, 3, 2))
  })

  test('does not start a conversation for staff', () => {
    given(conversations, []).when(send(response)).yields(refuse('item.unknown'))
  })

  test('is refused for a user with 200 messages that staff have not read', () => {
    const unread = (count: number) =>
      Array.from({ length: count }, (_, index) => sent(hello, index + 1, index + 1))
    const tooMany = refuse('support.too_many_unread', { maximum: 200 })
    given(conversations, unread(199))
      .when(send(hello))
      .yields(sent(hello, 200, 200))
    given(conversations, unread(200)).when(send(hello)).yields(tooMany)
    given(conversations, unread(200))
      .when(send(response))
      .yields(sent(response, 201, 1))
    const seen: SupportEvent = { type: 'UserMessagesRead', data: { upTo: 1, readAt: AT } }
    given(conversations, [...unread(200), seen])
      .when(send(hello))
      .yields(sent(hello, 201, 201))
  })

  test('opens a closed conversation again', () => {
    given(conversations, [begun, closed])
      .when(send({ ...hello, messageId: 'message-3' }))
      .yields(sent({ ...hello, messageId: 'message-3' }, 2, 2))
    given(conversations, [begun, closed, answered])
      .when(activate(true))
      .yields(refuse('support.unchanged', { status: 'open' }))
  })
})

describe('reading', () => {
  test('marks only the messages that were seen', () => {
    const again = sent({ ...hello, messageId: 'message-3' }, 2, 2)
    const seen = { type: 'UserMessagesRead' as const, data: { upTo: 1, readAt: AT } }
    given(conversations, [begun, again]).when(read('user', 1)).yields(seen)
    given(conversations, [begun, again, seen])
      .when(read('user', 2))
      .yields({ type: 'UserMessagesRead', data: { upTo: 2, readAt: AT } })
  })

  test('by the user marks messages from support', () => {
    given(conversations, [begun, answered])
      .when(read('admin', 1))
      .yields({ type: 'SupportMessagesRead', data: { upTo: 1, readAt: AT } })
  })

  test('is refused for messages that were read before', () => {
    const seen = { type: 'UserMessagesRead' as const, data: { upTo: 1, readAt: AT } }
    given(conversations, [begun, seen]).when(read('user', 1)).yields(refuse('support.read_already'))
  })

  test('is refused without messages', () => {
    given(conversations, []).when(read('user', 1)).yields(refuse('item.unknown'))
    given(conversations, [begun]).when(read('admin', 1)).yields(refuse('item.unknown'))
  })
})

describe('urgency', () => {
  const clear = (state: ConversationState) => clearUrgency(state, facts)
  const help = sent(hello, 1, 1) as Extract<SupportEvent, { type: 'UserMessageSent' }>
  const urgent: SupportEvent = { ...help, data: { ...help.data, urgent: true } }

  test('lasts through further messages until it is cleared', () => {
    given(conversations, [])
      .when(send({ ...hello, urgent: true }))
      .yields(urgent)
    const cleared = { type: 'UrgencyCleared' as const, data: { at: AT } }
    given(conversations, [urgent, sent(hello, 2, 2)])
      .when(clear)
      .yields(cleared)
    given(conversations, [urgent, cleared]).when(clear).yields(refuse('support.not_urgent'))
  })

  test.each([
    ['an answer', answered],
    ['closing', closed],
  ])('ends with %s', (_, end) => {
    given(conversations, [urgent, end]).when(clear).yields(refuse('support.not_urgent'))
  })
})

describe('closing', () => {
  test('is undone by opening', () => {
    given(conversations, [begun]).when(activate(false)).yields(closed)
    given(conversations, [begun, closed])
      .when(activate(true))
      .yields({ type: 'ConversationReopened', data: { at: AT } })
  })

  test('is refused if nothing changes', () => {
    given(conversations, []).when(activate(false)).yields(refuse('item.unknown'))
    given(conversations, [begun])
      .when(activate(true))
      .yields(refuse('support.unchanged', { status: 'open' }))
    given(conversations, [begun, closed])
      .when(activate(false))
      .yields(refuse('support.unchanged', { status: 'closed' }))
  })
})
