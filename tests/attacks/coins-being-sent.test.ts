import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { noticeUnrecordedTransfers } from '#server/features/withdrawals/watch-sending.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { freezeWithdrawals } from '#shared/contract/auth.ts'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { claimReview, releaseReview } from '#shared/contract/review-desk.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  listWithdrawalsForReview,
  reviewWithdrawal,
  startSending,
  stopSending,
} from '#shared/contract/withdrawals.ts'
import { HOUR_MS } from '#shared/time.ts'
import { openTestApp } from '../api/support/app.ts'
import { expectSoundLedger, holdings } from '../api/support/ledger.ts'
import { FREEZE_LINK, Mailbox } from '../api/support/mailbox.ts'
import { fund, newAdmin, newUser, type Person, renewed } from '../api/support/traders.ts'
import { submit } from '../api/support/withdrawals.ts'

const world = await openTestApp()
const { clock, services, visitor } = world
const mailbox = new Mailbox(services.config.dataDir)

let sender: Person
let colleague: Person
let owner: Person
let id: string

beforeEach(async () => {
  sender = await newAdmin(world)
  colleague = await newAdmin(world)
  owner = await newUser(world)
  await fund(world, owner, 'USDT', '1000')
  id = (await submit(owner, { symbol: 'USDT', amount: '10' })).body.request.id
})

type Response = { readonly status: number; readonly body: { readonly code?: string } }
const outcome = ({ status, body }: Response) => body.code ?? status

const at = () => ({ params: { id } })
const start = async (by: Person) => outcome(await by.client.send(startSending, at()))
const stop = async (by: Person) => outcome(await by.client.send(stopSending, at()))
const cancel = async () => outcome(await owner.client.send(cancelWithdrawal, at()))
const decide = async (by: Person, action: 'approve' | 'reject' = 'approve') =>
  outcome(await by.client.send(reviewWithdrawal, { ...at(), body: { action } }))

test('a withdrawal whose coins are being sent cannot be cancelled after the claim is released', async () => {
  const review = { params: { kind: 'withdrawal', id } }
  await sender.client.call(claimReview, { ...review, body: {} })
  expect(await start(sender)).toBe(200)
  const body = { take_over_from: sender.userId }
  await colleague.client.call(claimReview, { ...review, body })
  await colleague.client.call(releaseReview, review)
  expect(await cancel()).toBe('withdrawal.in_review')
  clock.advance(25 * HOUR_MS)
  owner = await renewed(world, owner)
  expect(await cancel()).toBe('withdrawal.in_review')
  const [own] = await owner.client.call(listOwnWithdrawals, { query: {} })
  expect(own).toMatchObject({ status: 'pending', in_review: true })
})

test('a sender who denies having sent the coins does so under their own name', async () => {
  const response = await sender.client.call(startSending, at())
  const [waiting] = (await colleague.client.call(listWithdrawalsForReview, { query: {} })).filter(
    (each) => each.id === id,
  )
  const { symbol, amount, network, wallet_address } = waiting ?? {}
  expect(response).toEqual({ symbol, amount, network, wallet_address })
  expect(waiting?.sending).toMatchObject({
    user_id: sender.userId,
    is_mine: false,
    may_record: false,
  })
  expect(await stop(colleague)).toBe('withdrawal.being_sent')
  expect(await decide(colleague)).toBe('withdrawal.being_sent')
  expect(await decide(colleague, 'reject')).toBe('withdrawal.being_sent')
  expect(await stop(sender)).toBe(200)
  expect(await stop(sender)).toBe('withdrawal.not_being_sent')
  expect(await cancel()).toBe(200)
  expect(await holdings(world, owner)).toEqual({ USDT: '1000 + 0' })
  const acts = async () => {
    const { lines } = await colleague.client.call(listAudit, { query: { actor: sender.userId } })
    return lines.map(({ title }) => title)
  }
  await expect.poll(acts).toEqual(['Withdrawal sending stopped', 'Withdrawal sending started'])
})

test('a transfer that was started but never recorded raises an alarm', async () => {
  const alarms = async () => {
    await noticeUnrecordedTransfers(services)
    const { rows } = await services.pool.query(
      `select count(*)::int as count from event
       where stream = $1 and type = 'WithdrawalSendingOverdue'`,
      [`withdrawal-${id}`],
    )
    const { sendingOverdue } = await colleague.client.call(readAdminStats)
    const metrics = await services.metrics.text(() => {})
    const [, overdue] = /^withdrawals_sending_overdue (\d+)$/m.exec(metrics) ?? []
    return [rows[0].count, sendingOverdue, Number(overdue)]
  }
  const [, before = 0] = await alarms()
  expect(await start(sender)).toBe(200)
  expect(await alarms()).toEqual([0, before, before])
  clock.advance(2 * HOUR_MS)
  ;[sender, colleague] = [await renewed(world, sender), await renewed(world, colleague)]
  expect(await alarms()).toEqual([1, before + 1, before + 1])
  expect(await alarms()).toEqual([1, before + 1, before + 1])
  expect(await decide(sender)).toBe(200)
  expect(await alarms()).toEqual([1, before, before])
})

describe('a transfer that its sender does not record', () => {
  test('can be recorded by a colleague after a day', async () => {
    expect(await start(sender)).toBe(200)
    clock.advance(24 * HOUR_MS)
    ;[sender, colleague] = [await renewed(world, sender), await renewed(world, colleague)]
    expect(await stop(colleague)).toBe(200)
    expect(await start(colleague)).toBe(200)
    expect(await decide(colleague)).toBe(200)
    await expectSoundLedger(world)
  })

  test('can be approved by a colleague after a day, even if the owner has frozen withdrawals', async () => {
    const token = await mailbox.find(owner.email, FREEZE_LINK)
    expect(await start(sender)).toBe(200)
    await visitor.call(freezeWithdrawals, { body: { token } })
    expect(await decide(colleague)).toBe('withdrawal.being_sent')
    clock.advance(24 * HOUR_MS)
    colleague = await renewed(world, colleague)
    expect(await decide(colleague)).toBe(200)
  })

  test('can be recorded by a colleague at once if the sender is no longer on the staff', async () => {
    expect(await start(sender)).toBe(200)
    expect(await stop(colleague)).toBe('withdrawal.being_sent')
    const body = { userId: sender.userId, isActive: false }
    await colleague.client.call(toggleUserStatus, { body })
    expect(await decide(colleague)).toBe(200)
  })

  test('gives its sender no extra day for starting again', async () => {
    expect(await start(sender)).toBe(200)
    for (let hours = 0; hours < 22; hours += 11) {
      clock.advance(11 * HOUR_MS)
      sender = await renewed(world, sender)
      expect([await stop(sender), await start(sender)]).toEqual([200, 200])
    }
    clock.advance(2 * HOUR_MS)
    colleague = await renewed(world, colleague)
    expect(await stop(colleague)).toBe(200)
  })

  test.each(['stopped', 'was never recorded'])(
    'does not let a colleague send too while its sender starts again, days after it %s',
    async (how) => {
      expect(await start(sender)).toBe(200)
      if (how === 'stopped') expect(await stop(sender)).toBe(200)
      clock.advance(48 * HOUR_MS)
      ;[sender, colleague] = [await renewed(world, sender), await renewed(world, colleague)]
      expect(await start(sender)).toBe(200)
      for (const act of [stop, start, decide]) {
        expect(await act(colleague)).toBe('withdrawal.being_sent')
      }
      clock.advance(24 * HOUR_MS)
      colleague = await renewed(world, colleague)
      expect(await stop(colleague)).toBe(200)
    },
  )
})

test('a transfer can still be recorded by its sender while a colleague has the claim', async () => {
  expect(await start(sender)).toBe(200)
  const review = { params: { kind: 'withdrawal', id } }
  const claim = () => colleague.client.send(claimReview, { ...review, body: {} })
  expect((await claim()).status).toBe(200)
  expect(await stop(sender)).toBe(200)
  expect(await start(sender)).toBe('review.claimed')
  await colleague.client.call(releaseReview, review)
  expect(await start(sender)).toBe(200)
  expect((await claim()).status).toBe(200)
  expect(await decide(sender)).toBe(200)
})

test('a start that is repeated after a stop does not return the address', async () => {
  const key = randomUUID()
  const request = { ...at(), key }
  expect((await sender.client.send(startSending, request)).status).toBe(200)
  expect((await sender.client.send(startSending, request)).status).toBe(200)
  expect(await stop(sender)).toBe(200)
  expect(outcome(await sender.client.send(startSending, request))).toBe('withdrawal.not_being_sent')
})

describe('coins that have already been sent can be recorded', () => {
  test('after the owner froze withdrawals', async () => {
    const token = await mailbox.find(owner.email, FREEZE_LINK)
    expect(await start(sender)).toBe(200)
    await visitor.call(freezeWithdrawals, { body: { token } })
    expect(await decide(sender)).toBe(200)
    expect(await holdings(world, owner)).toEqual({ USDT: '990 + 0' })
  })

  test('after the account was disabled', async () => {
    expect(await start(sender)).toBe(200)
    await colleague.client.call(toggleUserStatus, {
      body: { userId: owner.userId, isActive: false },
    })
    expect(await decide(sender)).toBe(200)
  })

  test('a transfer cannot be started after a freeze', async () => {
    const token = await mailbox.find(owner.email, FREEZE_LINK)
    await visitor.call(freezeWithdrawals, { body: { token } })
    expect(await start(sender)).toBe('withdrawal.owner_froze')
    expect(await decide(sender)).toBe('withdrawal.owner_froze')
  })
})

test('only one of a simultaneous cancellation and start succeeds', async () => {
  const rich = owner
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { body } = await submit(rich, { symbol: 'USDT', amount: '1' })
      return body.request.id
    }),
  )
  const outcomes = await Promise.all(
    ids.map(async (each) => {
      const params = { id: each }
      const [started, cancelled] = await Promise.all([
        sender.client.send(startSending, { params }),
        rich.client.send(cancelWithdrawal, { params }),
      ])
      return [started.status, cancelled.status].filter((status) => status === 200).length
    }),
  )
  expect(outcomes).toEqual(ids.map(() => 1))
})
