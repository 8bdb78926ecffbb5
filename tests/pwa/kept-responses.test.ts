import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { listPrices } from '#shared/contract/prices.ts'
import { listPendingOrders } from '#shared/contract/spot-orders.ts'
import { readConversation } from '#shared/contract/support.ts'
import { type Browser, openBrowser } from './support/browser.ts'
import { OTHER_USER, USER } from './support/submissions.ts'

let browser: Browser
beforeEach(() => {
  browser = openBrowser('http://127.0.0.1:1')
})
afterEach(() => browser.close())

async function openTab() {
  const tab = await browser.openTab()
  const { queryClient, queryKeyOf } = await import('#pwa/data/queries.ts')
  const kept = await import('#pwa/data/kept-responses.ts')
  const shown = await import('#pwa/data/queries.ts')
  return { tab, queryClient, queryKeyOf, kept, shown }
}

it('a stored response is shown on the next start with its age, and refetched', async () => {
  const run = await openTab()
  const key = run.queryKeyOf(listOwnDeposits, {})
  const stop = run.kept.keepResponses(USER)
  await run.queryClient.fetchQuery({
    queryKey: key,
    queryFn: () => [{ id: 'a' }],
    meta: { isKept: true },
  })
  await run.queryClient.fetchQuery({
    queryKey: run.queryKeyOf(listPendingOrders, {}),
    queryFn: () => [{ userDetails: 'of another user' }],
    meta: { isKept: false },
  })
  const seenAtMs = run.queryClient.getQueryState(key)?.dataUpdatedAt
  await expect.poll(() => run.tab.db.kept.count()).toBe(1)
  stop()

  const next = await openTab()
  await next.shown.showKeptResponses(USER)
  expect(next.queryClient.getQueryData(key)).toEqual([{ id: 'a' }])
  expect(next.queryClient.getQueryState(key)).toMatchObject({
    dataUpdatedAt: seenAtMs,
    isInvalidated: true,
  })
})

it('a response that arrives before the device’s database opens is stored', async () => {
  const { tab, queryClient, queryKeyOf, kept } = await openTab()
  await queryClient.fetchQuery({
    queryKey: queryKeyOf(listOwnDeposits, {}),
    queryFn: () => [{ id: 'a' }],
    meta: { isKept: true },
  })
  const stop = kept.keepResponses(USER)
  await expect.poll(() => tab.db.kept.count()).toBe(1)
  stop()
})

it('a fresh response is not replaced by a stored one', async () => {
  const { tab, queryClient, queryKeyOf, shown } = await openTab()
  const queryKey = queryKeyOf(listOwnDeposits, {})
  await tab.db.kept.put({ userId: USER, hash: 'h', queryKey, data: 'old', updatedAtMs: 1 })
  queryClient.setQueryData(queryKey, 'new')
  await shown.showKeptResponses(USER)
  expect(queryClient.getQueryData(queryKey)).toBe('new')
})

it('responses stored for another user are never shown', async () => {
  const { tab, queryClient, queryKeyOf, kept, shown } = await openTab()
  const queryKey = queryKeyOf(listOwnDeposits, {})
  const row = { userId: OTHER_USER, hash: 'h', queryKey, data: 'theirs', updatedAtMs: Date.now() }
  await tab.db.kept.put(row)
  await shown.showKeptResponses(USER)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  await kept.forgetOtherResponses(USER)
  expect(await tab.db.kept.count()).toBe(0)
})

it('every response is stored when it is shown, so that a reload cannot lose it', async () => {
  const { tab, queryClient, queryKeyOf, kept } = await openTab()
  const stop = kept.keepResponses(USER)
  const queryKey = queryKeyOf(readConversation, {})
  const queryFn = () => ['first message']
  await queryClient.fetchQuery({ queryKey, queryFn, meta: { isKept: true } })
  // Like a message that arrives over the live socket.
  queryClient.setQueryData(queryKey, ['first message', 'newest message'])
  // Rows that wait for the next batch are no longer written.
  stop()
  await expect
    .poll(async () => (await tab.db.kept.toArray()).map(({ data }) => data))
    .toEqual([['first message', 'newest message']])
})

it('prices, which change four times a second, are saved in batches after the first', async () => {
  const { tab, queryClient, queryKeyOf, kept } = await openTab()
  const stop = kept.keepResponses(USER)
  const queryKey = queryKeyOf(listPrices, {})
  await queryClient.fetchQuery({ queryKey, queryFn: () => ['1'], meta: { isKept: true } })
  await expect.poll(() => tab.db.kept.count()).toBe(1)
  const writing = vi.spyOn(tab.db.kept, 'bulkPut')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const price of ['2', '3', '4']) queryClient.setQueryData(queryKey, [price])
  expect(writing).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()
  expect(writing).toHaveBeenCalledOnce()
  await expect.poll(async () => (await tab.db.kept.toArray())[0]?.data).toEqual(['4'])
  stop()
})

it('reading stored responses does not create a database', async () => {
  const { readKept } = await import('#pwa/data/read-kept.ts')
  expect(await readKept(USER)).toEqual([])
  expect(await indexedDB.databases()).toEqual([])
})
