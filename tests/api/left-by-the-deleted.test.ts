import { expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { ENDING_KINDS } from '#server/ledger/listed-rule.ts'
import { listedStreams } from '#server/projections/listed-streams.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { listReviews, summariseWaiting } from '#shared/contract/review-desk.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import { listConversations, startConversation, supportStats } from '#shared/contract/support.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { protectedAccount } from './support/second-factors.ts'
import { newAdmin } from './support/traders.ts'

const world = await openTestApp()
const [asker, colleague] = [await newAdmin(world), await newAdmin(world)]

/** What lists, badges and the overview show of it. */
async function waitingNow() {
  const { client } = colleague
  const { items, counts } = await client.call(listReviews)
  const waiting = await client.call(summariseWaiting)
  const { unreadMessages, unreadConversations } = await client.call(supportStats)
  const conversations = await client.call(listConversations)
  return {
    items: items.length,
    count: counts['second-factor-reset'],
    waiting: waiting['second-factor-reset'],
    ...{ unreadMessages, unreadConversations },
    conversations: conversations.length,
  }
}

test('staff lists contain no items of a deleted account', async () => {
  const nothing = await waitingNow()
  expect(nothing.waiting).toMatchObject({ count: 0, oldest: null })
  const user = await protectedAccount(world)
  const { userId } = user
  const body = { userId, reason: 'Lost the phone' }
  await asker.client.call(requestSecondFactorReset, { body })
  await user.client.call(startConversation, { body: { message: 'I have lost my phone' } })
  expect(await waitingNow()).toMatchObject({
    items: 1,
    count: 1,
    unreadMessages: 1,
    conversations: 1,
  })
  await colleague.client.call(deleteUser, { body: { userId } })
  expect(await waitingNow()).toEqual(nothing)
  await expectSoundLedger(world)
  await rebuild(world.database.pool, listedStreams, () => {})
  expect(await waitingNow()).toEqual(nothing)
})

test('the lists cover every kind that ends with its owner', () => {
  const ending = FEATURES.aggregates.filter(({ endsWithOwner }) => endsWithOwner)
  const kinds = ending.map(({ kind }) => kind).filter((kind) => kind !== 'user')
  expect(kinds.toSorted()).toEqual([...ENDING_KINDS].toSorted())
})
