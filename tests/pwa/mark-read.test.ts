import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewResults } from '#shared/contract/results.ts'
import { deviceOfUser } from './support/device.ts'
import { userOf } from './support/loopback-server.ts'
import { USER } from './support/submissions.ts'

const device = deviceOfUser()
const RESULT = { type: 'deposit', id: '3f0a7a52-6f3b-4ad5-9d58-6c1cf0b3a001' }
const register = vi.fn(async () => undefined)
const setAppBadge = vi.fn(async () => undefined)

/** The global scope of the worker, which has no `navigator.serviceWorker`. */
beforeEach(() => {
  vi.stubGlobal('ServiceWorkerGlobalScope', class {})
  vi.stubGlobal('registration', { sync: { register } })
  Object.assign(navigator, { setAppBadge })
})

afterEach(() => {
  vi.clearAllMocks()
  Reflect.deleteProperty(navigator, 'setAppBadge')
})

async function markRead() {
  const { markRead } = await import('#pwa/data/mark-read.ts')
  await markRead(RESULT)
}

test('a result that is marked as read offline wakes the worker once there is a network', async () => {
  device.browser.setNetwork('off')
  await markRead()
  expect(await device.tab.queue.countUnsent(USER)).toBe(1)
  expect(register.mock.calls).toEqual([['outbox']])
  expect(setAppBadge).not.toHaveBeenCalled()
})

test('the icon of a user counts the results that are left', async () => {
  answer({ id: RESULT.id }, newResults(1, 2))
  await markRead()
  expect(await device.tab.queue.countUnsent(USER)).toBe(0)
  expect(setAppBadge.mock.calls).toEqual([[3]])
})

test('the icon of staff also counts the requests and chats that wait', async () => {
  device.server.signedIn = { ...userOf(USER), role: 'admin' }
  const waiting = { deposit: { count: 4, oldest: null }, loan: { count: 1, oldest: null } }
  const chats = { totalConversations: 9, activeConversations: 9, unreadMessages: 8 }
  const unread = { unreadConversations: 5, oldestUnreadAt: null }
  answer({ id: RESULT.id }, newResults(2), waiting, {
    ...{ ...chats, ...unread },
    ...{ unansweredConversations: 3, oldestUnansweredAt: null },
  })
  await markRead()
  expect(setAppBadge.mock.calls).toEqual([[10]])
})

/** The next responses of the server, in order. */
function answer(...bodies: readonly object[]) {
  device.server.mishaps.push(...bodies.map((body) => ({ status: 200, body })))
}

function newResults(...counts: readonly number[]) {
  const results = counts.map(
    (count): NewResults => ({
      kind: 'loan',
      label: 'Loans',
      url: '/?open=loan-history',
      count,
      needs_ok: false,
    }),
  )
  return { as_of: '2026-01-01T00:00:00.000Z', results }
}
