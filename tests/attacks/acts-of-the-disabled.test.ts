import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { toggleUserStatus, updateCreditScore } from '#shared/contract/users.ts'
import { startSending } from '#shared/contract/withdrawals.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { decide, SUBMIT } from '#tests/api/support/review-cases.ts'
import { newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

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
