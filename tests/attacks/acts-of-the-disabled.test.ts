import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelTrade, listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { hideOrders } from '#shared/contract/user-history.ts'
import {
  deleteUser,
  toggleUserStatus,
  updateCreditScore,
  updateUserPassword,
  userProfile,
} from '#shared/contract/users.ts'
import { startSending } from '#shared/contract/withdrawals.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { decide, SUBMIT } from '#tests/api/support/review-cases.ts'
import { disable, fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

const world = await openTestApp()
const { log } = world.services

let dishonest: Person
let colleague: Person
let user: Person

beforeEach(async () => {
  ;[dishonest, colleague] = [await newAdmin(world), await newAdmin(world)]
  user = await newUser(world)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectSoundLedger(world)
})

const reply = (message: string) =>
  dishonest.client.send(replyAsSupport, { body: { conversationId: user.userId, message } })

const talk = () => user.client.call(startConversation, { body: { message: 'Hello' } })

const ACTS = {
  'an answer to a message': async () => {
    await talk()
    return () => reply('Send your coins here')
  },
  'a credit score': async () => () =>
    dishonest.client.send(updateCreditScore, { body: { userId: user.userId, creditScore: 800 } }),
  'a rejected verification': async () => {
    const id = await SUBMIT.kyc(user)
    return () => decide(dishonest, 'kyc', id, 'reject')
  },
  'the start of a payout': async () => {
    const id = await SUBMIT.withdrawal(user, { world, proposer: colleague })
    return () => dishonest.client.send(startSending, { params: { id } })
  },
}

test.each(Object.entries(ACTS))(
  '%s is not recorded once its author is disabled',
  async (_, prepare) => {
    const act = await prepare()
    const append = log.append
    const appends = vi.spyOn(log, 'append').mockImplementationOnce(async (command) => {
      const body = { userId: dishonest.userId, isActive: false }
      await colleague.client.call(toggleUserStatus, { body })
      return append(command)
    })
    const { body } = await act()
    expect(appends).toHaveBeenCalled()
    expect(body).toMatchObject({ code: 'account.disabled' })
  },
)

test.each([
  ['the act that records them', 1, 0],
  ['the first of them', 2, 0],
  ['another one', 3, 1],
])('entries are not hidden once their author is disabled at %s', async (_, nth, hidden) => {
  await fund(world, user, 'USDT', '1000')
  for (let orders = 0; orders < hidden + 2; orders += 1) await closedOrder()
  const { append } = log
  let count = 0
  let disabling: Promise<void> | undefined
  vi.spyOn(log, 'append').mockImplementation(async (command) => {
    if (command.stream === `user-${dishonest.userId}`) return append(command)
    count += 1
    if (count === nth) disabling = disable(world, dishonest)
    await disabling
    return append(command)
  })
  const { body } = await dishonest.client.send(hideOrders, { body: { userId: user.userId } })
  expect(body).toMatchObject({ code: 'account.disabled' })
  const query = { state: 'history', limit: 200 } as const
  const left = await user.client.call(listTrades, { params: { userId: user.userId }, query })
  expect(left).toHaveLength(2)
})

const BESIDE_THE_LOG = {
  'set a password': () =>
    dishonest.client.send(updateUserPassword, {
      body: { userId: user.userId, newPassword: 'only staff know this' },
    }),
  'delete a user': () => dishonest.client.send(deleteUser, { body: { userId: user.userId } }),
}

describe.each(Object.entries(BESIDE_THE_LOG))('a member of staff cannot %s', (_, act) => {
  const { identity } = world.services

  test('once they are disabled', async () => {
    const { authenticate } = identity
    vi.spyOn(identity, 'authenticate')
      .mockImplementationOnce(authenticate)
      .mockImplementationOnce(async (hash) => {
        await disable(world, dishonest)
        return authenticate(hash)
      })
    expect((await act()).body).toMatchObject({ code: 'account.disabled' })
    expect((await user.client.send(userProfile)).status).toBe(200)
  })

  test('if they are disabled after the check and before the transaction', async () => {
    const { authenticate } = identity
    vi.spyOn(identity, 'authenticate')
      .mockImplementationOnce(authenticate)
      .mockImplementationOnce(async (hash) => {
        const caller = await authenticate(hash)
        await disable(world, dishonest)
        return caller
      })
    expect((await act()).body).toMatchObject({ code: 'command.contended' })
    expect((await user.client.send(userProfile)).status).toBe(200)
    expect((await act()).body).toMatchObject({ code: 'account.disabled' })
  })
})

async function closedOrder(): Promise<void> {
  const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.0001', price: '50000' } as const
  const { id } = await user.client.call(placeTrade, { body: order })
  await user.client.call(cancelTrade, { params: { id } })
}

test('concurrent acts of one member of staff do not block each other', async () => {
  await talk()
  const people = await Promise.all(Array.from({ length: 8 }, () => newUser(world)))
  const responses = await Promise.all(
    people.map(({ userId }) =>
      dishonest.client.send(updateCreditScore, { body: { userId, creditScore: 800 } }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200))
})
