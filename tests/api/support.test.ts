import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkFile } from '#shared/contract/files.ts'
import {
  clearUrgency,
  listConversations,
  readConversation,
  readConversationAsStaff,
  readSupportReplies,
  readUserMessages,
  replyAsSupport,
  type SupportConversation,
  sendSupportMessage,
  setConversationActive,
  startConversation,
  supportStats,
} from '#shared/contract/support.ts'
import { messageIdOf } from '#shared/rules/message-id.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { photo, svgPicture } from './support/pictures.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()

let admin: Person
let user: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  user = await newUser(testApp)
})

const write = ({ client, userId }: Person, message: string) =>
  client.call(sendSupportMessage, { body: { conversationId: userId, message } })

const reply = (to: Person, message: string) =>
  admin.client.call(replyAsSupport, { body: { conversationId: to.userId, message } })

const read = async ({ client, userId }: Person, query = {}) =>
  (await client.call(readConversation, { params: { userId }, query })) as SupportConversation

describe('a conversation', () => {
  test('does not exist before its first message', async () => {
    const silent = await newUser(testApp)
    const { userId } = silent
    const { status } = await silent.client.send(readConversation, { params: { userId } })
    expect(status).toBe(404)
    const asked = await silent.client.send(readConversation, {
      params: { userId },
      query: { none: 'empty' },
    })
    expect([asked.status, asked.text]).toEqual([204, ''])
  })

  test('contains the messages of both sides in order, with their read status', async () => {
    const first = await user.client.call(startConversation, {
      body: { message: ' Hello there \n' },
    })
    expect(first).toMatchObject({
      number: 1,
      message: 'Hello there',
      sender_type: 'user',
      messageType: 'text',
      image_url: null,
      is_read: false,
      read_at: null,
    })
    const second = await reply(user, 'Good morning')
    await admin.client.call(readUserMessages, { params: { id: first.id } })
    const third = await write(user, 'One more thing')

    const conversation = await read(user)
    expect(conversation).toMatchObject({
      id: user.userId,
      user: { email: user.email, full_name: user.fullName },
      is_active: true,
      message_count: 3,
      unread_count: 1,
    })
    expect(conversation.support_messages.map(({ id, is_read }) => [id, is_read])).toEqual([
      [first.id, true],
      [second.id, false],
      [third.id, false],
    ])
    await user.client.call(readSupportReplies, { params: { id: second.id } })
    expect((await read(user)).unread_count).toBe(0)
  })

  test('tells staff who wrote a reply, and users only that it was the team', async () => {
    const person = await newUser(testApp)
    const colleague = await newAdmin(testApp)
    await person.client.call(startConversation, { body: { message: 'Hello' } })
    expect(await reply(person, 'Good morning')).toMatchObject({ writer: admin.fullName })
    const body = { conversationId: person.userId, message: 'And good evening' }
    await colleague.client.call(replyAsSupport, { body })
    const seen = await admin.client.call(readConversationAsStaff, { params: { id: person.userId } })
    expect(seen?.support_messages.map(({ writer }) => writer)).toEqual([
      null,
      admin.fullName,
      colleague.fullName,
    ])
    const own = await read(person)
    expect(own.support_messages.filter((message) => 'writer' in message)).toEqual([])
  })

  test('is paged by message number, in both directions', async () => {
    const talker = await newUser(testApp)
    for (let number = 1; number <= 60; number += 1) await write(talker, `Message ${number}`)
    const latest = (await read(talker)).support_messages
    expect(latest.map(({ number }) => number)).toEqual(range(11, 60))
    const earlier = (await read(talker, { before: 11 })).support_messages
    expect(earlier.map(({ number }) => number)).toEqual(range(1, 10))
    const missed = (await read(talker, { after: 57 })).support_messages
    expect(missed.map(({ message }) => message)).toEqual(['Message 58', 'Message 59', 'Message 60'])
  })

  test('accepts images but no empty text', async () => {
    const { client, userId } = user
    const body = { conversationId: userId, message: '' }
    const sent = await client.call(sendSupportMessage, { body, files: { picture: await photo() } })
    expect(sent.messageType).toBe('image')
    expect(sent.image_url).toMatch(/^\/api\/files\//)
    expect((await client.send(sendSupportMessage, { body })).status).toBe(400)
    const files = { picture: svgPicture }
    const drawing = await client.send(sendSupportMessage, { body, files })
    expect(drawing.status).toBe(415)
  })

  test('renews the link to a picture from staff only for the customer it was sent to', async () => {
    const other = await newUser(testApp)
    await write(other, 'Hello')
    for (const { userId } of [user, other]) {
      const body = { conversationId: userId, message: 'Like this' }
      const files = { picture: await photo(userId === user.userId ? 60 : 50, 40) }
      await admin.client.call(replyAsSupport, { body, files })
    }
    const { image_url } = (await read(user)).support_messages.at(-1) ?? {}
    const params = { id: /files\/([\w-]+)/.exec(image_url ?? '')?.[1] ?? '' }
    const link = ({ client }: Person) => client.send(linkFile, { params })
    const responses = await Promise.all([user, admin, other].map(link))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 403])
    const picture = await testApp.app.inject(responses[0]?.body.url ?? '')
    expect(picture.statusCode).toBe(200)
  })

  test('stores a message once for repeated requests', async () => {
    const key = randomUUID()
    const request = { body: { conversationId: user.userId, message: 'Only once' }, key }
    const responses = await atOnce(10, () => user.client.call(sendSupportMessage, request))
    const id = messageIdOf(user.userId, key)
    expect(responses.map((response) => response.id)).toEqual(Array(10).fill(id))
    const { support_messages: messages } = await read(user)
    expect(messages.filter(({ message }) => message === 'Only once')).toHaveLength(1)
  })

  test('is urgent while an urgent message waits for a reply, unless staff clear the mark', async () => {
    const asker = await newUser(testApp)
    const params = { id: asker.userId }
    const isUrgent = async () =>
      (await admin.client.call(listConversations, { query: { search: asker.email } }))[0]?.is_urgent
    await write(asker, 'Hello')
    expect(await isUrgent()).toBe(false)
    await write(asker, 'urgent: my phone is stolen')
    const last = await write(asker, 'Please')
    await admin.client.call(readUserMessages, { params: { id: last.id } })
    expect(await isUrgent()).toBe(true)
    await reply(asker, 'We are on it')
    expect(await isUrgent()).toBe(false)
    await write(asker, 'URGENT! Still nothing')
    expect(await isUrgent()).toBe(true)
    expect((await asker.client.send(clearUrgency, { params })).status).toBe(403)
    await admin.client.call(clearUrgency, { params })
    expect(await isUrgent()).toBe(false)
    expect((await admin.client.send(clearUrgency, { params })).status).toBe(409)
    await write(asker, 'URGENT again')
    expect(await isUrgent()).toBe(true)
  })

  test('is inaccessible to other users', async () => {
    const stranger = await newUser(testApp)
    const asStranger = await stranger.client.send(sendSupportMessage, {
      body: { conversationId: user.userId, message: 'Let me in' },
    })
    expect(asStranger.status).toBe(404)
    const [message] = (await read(user)).support_messages
    const reading = await stranger.client.send(readSupportReplies, {
      params: { id: message?.id ?? '' },
    })
    expect(reading.status).toBe(404)
  })

  test('stays open to a disabled user', async () => {
    const locked = await newUser(testApp)
    await disable(testApp, locked)
    expect(await write(locked, 'Why am I disabled?')).toMatchObject({ number: 1 })
  })
})

describe('the desk of support', () => {
  test('lists, searches and filters conversations, latest first', async () => {
    const [first, second] = [await newUser(testApp), await newUser(testApp)]
    const topic = randomUUID().slice(0, 8)
    await write(first, `About ${topic}, which is a long story that nobody reads to its end at all`)
    await write(second, `More of ${topic}`)
    await reply(first, 'Tell us')
    const list = (query: NonNullable<Request<typeof listConversations>['query']>) =>
      admin.client.call(listConversations, { query })
    const found = await list({ search: topic.toUpperCase() })
    expect(found.map(({ id }) => id)).toEqual([first.userId, second.userId])
    expect(found[0]).toMatchObject({
      unread_count: 1,
      message_count: 2,
      last_sender: 'admin',
      first_message: `About ${topic}, which is a long story that nobody reads to i…`,
    })
    expect((await list({ search: topic, limit: 1 })).map(({ id }) => id)).toEqual([first.userId])
    const next = await list({ search: topic, limit: 1, before: first.userId })
    expect(next.map(({ id }) => id)).toEqual([second.userId])
    expect((await list({ search: second.email })).map(({ id }) => id)).toEqual([second.userId])

    await admin.client.call(setConversationActive, {
      params: { id: second.userId },
      body: { isActive: false },
    })
    const closed = await list({ search: topic, filter: 'closed' })
    expect(closed.map(({ id }) => id)).toEqual([second.userId])
    expect((await read(second)).is_active).toBe(false)
    await write(second, 'Still there?')
    expect((await read(second)).is_active).toBe(true)
  })

  test('reports how many conversations are unread, and since when', async () => {
    const readUpTo = ({ id }: { id: string }) =>
      admin.client.call(readUserMessages, { params: { id } })
    const query = { filter: 'unread', limit: 100 } as const
    for (const { id } of await admin.client.call(listConversations, { query })) {
      const unread = await admin.client.call(readConversationAsStaff, { params: { id } })
      const last = unread?.support_messages.findLast(({ sender_type: from }) => from === 'user')
      if (last) await readUpTo(last)
    }
    const waiting = async () => {
      const { unreadConversations, oldestUnreadAt } = await admin.client.call(supportStats)
      return [unreadConversations, oldestUnreadAt]
    }
    expect(await waiting()).toEqual([0, null])
    const [one, other] = [await newUser(testApp), await newUser(testApp)]
    const first = await write(one, 'Hello')
    testApp.clock.advance(1_000)
    const second = await write(one, 'Hello?')
    testApp.clock.advance(1_000)
    const third = await write(other, 'Good morning')
    expect(await waiting()).toEqual([2, first.created_at])
    await readUpTo(first)
    expect(await waiting()).toEqual([2, second.created_at])
    await readUpTo(second)
    expect(await waiting()).toEqual([1, third.created_at])
  })

  test('counts conversations and unread messages', async () => {
    const before = await admin.client.call(supportStats)
    const asker = await newUser(testApp)
    const message = await write(asker, 'Hello')
    await write(asker, 'Hello?')
    const { totalConversations, activeConversations, unreadMessages, unreadConversations } = before
    expect(await admin.client.call(supportStats)).toMatchObject({
      totalConversations: totalConversations + 1,
      activeConversations: activeConversations + 1,
      unreadMessages: unreadMessages + 2,
      unreadConversations: unreadConversations + 1,
    })
    await admin.client.call(readUserMessages, { params: { id: message.id } })
    expect((await admin.client.call(supportStats)).unreadMessages).toBe(unreadMessages + 1)
    const asStaff = await admin.client.call(readConversationAsStaff, {
      params: { id: asker.userId },
    })
    expect(asStaff?.unread_count).toBe(1)
  })

  test('cannot message a user who has no conversation', async () => {
    const silent = await newUser(testApp)
    const { status } = await admin.client.send(replyAsSupport, {
      body: { conversationId: silent.userId, message: 'Anything we can do?' },
    })
    expect(status).toBe(404)
    const kept = await testApp.database.pool.query(
      'select from support_message where user_id = $1',
      [silent.userId],
    )
    expect(kept.rowCount).toBe(0)
  })
})

test('the ledger stays sound', () => expectSoundLedger(testApp))

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
