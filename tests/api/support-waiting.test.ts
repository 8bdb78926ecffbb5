import { beforeAll, describe, expect, test } from 'vitest'
import {
  listConversations,
  readUserMessages,
  replyAsSupport,
  sendSupportMessage,
  setConversationActive,
  supportStats,
} from '#shared/contract/support.ts'
import { openPushWorld } from './support/push-world.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const { testApp: world, deviceOf } = await openPushWorld()
let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

async function write({ client, userId }: Person, message: string) {
  world.clock.advance(1_000)
  return client.call(sendSupportMessage, { body: { conversationId: userId, message } })
}

const reply = (to: Person) =>
  admin.client.call(replyAsSupport, { body: { conversationId: to.userId, message: 'Done.' } })

const open = ({ id }: { id: string }) => admin.client.call(readUserMessages, { params: { id } })

const setActive = ({ userId: id }: Person, isActive: boolean) =>
  admin.client.call(setConversationActive, { params: { id }, body: { isActive } })

const listed = async (filter: 'unanswered' | 'unread') =>
  (await admin.client.call(listConversations, { query: { filter } })).map(({ id }) => id)

async function waiting() {
  const stats = await admin.client.call(supportStats)
  return [stats.unansweredConversations, stats.oldestUnansweredAt]
}

describe('a user waits for an answer', () => {
  test('after staff have only opened the chat, since the first unanswered message', async () => {
    expect(await waiting()).toEqual([0, null])
    const [one, other] = [await newUser(world), await newUser(world)]
    const first = await write(one, 'Hello')
    const last = await write(one, 'Hello?')
    const second = await write(other, 'Good morning')
    await open(last)
    await open(second)
    expect(await listed('unread')).toEqual([])
    expect(await listed('unanswered')).toEqual([other.userId, one.userId])
    expect(await waiting()).toEqual([2, first.created_at])
    await reply(one)
    expect(await listed('unanswered')).toEqual([other.userId])
    expect(await waiting()).toEqual([1, second.created_at])
    const again = await write(one, 'And this?')
    await reply(other)
    expect(await waiting()).toEqual([1, again.created_at])
    await reply(one)
    expect(await waiting()).toEqual([0, null])
  })

  test('until the conversation is closed, and again once it is reopened', async () => {
    const user = await newUser(world)
    const { created_at: sentAt } = await write(user, 'Hello')
    await setActive(user, false)
    expect(await waiting()).toEqual([0, null])
    world.clock.advance(1_000)
    await setActive(user, true)
    const [count, since] = await waiting()
    expect([count, String(since) > sentAt]).toEqual([1, true])
    await reply(user)
    await setActive(user, false)
    await setActive(user, true)
    expect(await waiting()).toEqual([0, null])
    const next = await write(user, 'One more thing')
    expect(await waiting()).toEqual([1, next.created_at])
  })

  test('and is counted on the icon of staff', async () => {
    const phone = await deviceOf(admin)
    const [one, other] = [await newUser(world), await newUser(world)]
    const before = Number((await waiting())[0])
    const first = await write(one, 'Hello')
    expect(await phone.next()).toMatchObject({ badge: before + 1 })
    await open(first)
    await write(other, 'Good morning')
    expect(await phone.next()).toMatchObject({ badge: before + 2 })
  })
})
