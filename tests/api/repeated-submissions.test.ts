import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import {
  idsIn,
  newSubmitter,
  SUBMISSIONS,
  takeSubmissions,
  withdrawal,
} from './support/submissions.ts'
import { disable, newAdmin } from './support/traders.ts'

const world = await openTestApp()

beforeAll(() => takeSubmissions(world))

describe('a submission that is sent again after its user was disabled', () => {
  test.each(SUBMISSIONS)('gets the result of its first attempt: $path', async (route, request) => {
    const user = await newSubmitter(world)
    const sent = { ...(await request()), key: randomUUID() }
    const first = await user.client.send(route, sent)
    expect(first.status).toBe(200)
    await disable(world, user)
    const again = await user.client.send(route, sent)
    expect([again.status, idsIn(again.body)]).toEqual([200, idsIn(first.body)])
  })

  test('is refused if it was never accepted, or has different content', async () => {
    const [user, other] = [await newSubmitter(world), await newSubmitter(world)]
    const sent = { body: withdrawal, key: randomUUID() } as const
    expect((await user.client.send(submitWithdrawal, sent)).status).toBe(200)
    await disable(world, user)
    await disable(world, other)
    const responses = [
      await user.client.send(submitWithdrawal, { ...sent, key: randomUUID() }),
      await user.client.send(submitWithdrawal, { ...sent, body: { ...withdrawal, amount: '6' } }),
      await user.client.send(submitWithdrawal, { ...sent, body: {} as typeof withdrawal }),
      await other.client.send(submitWithdrawal, sent),
    ]
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([403, 'account.disabled'])
    }
    expect(responses[0]?.body).toMatchObject({ recorded: false })
  })

  test('is refused if it acted as staff, because the response shows a customer', async () => {
    const [user, reviewer] = [await newSubmitter(world), await newAdmin(world)]
    const { request } = await user.client.call(submitWithdrawal, { body: withdrawal })
    const sent = {
      params: { id: request.id },
      body: { action: 'reject', rejectionReason: 'unclear' },
      key: randomUUID(),
    } as const
    expect((await reviewer.client.send(reviewWithdrawal, sent)).status).toBe(200)
    await disable(world, reviewer)
    const again = await reviewer.client.send(reviewWithdrawal, sent)
    expect([again.status, again.body.code]).toEqual([403, 'account.disabled'])
  })

  test('moves money once', () => expectSoundLedger(world))
})
