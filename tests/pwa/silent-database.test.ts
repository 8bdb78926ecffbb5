import { afterEach, expect, it, vi } from 'vitest'
import type { Tab } from './support/browser.ts'
import { openDevice } from './support/device.ts'
import { userOf } from './support/loopback-server.ts'
import { USER } from './support/submissions.ts'

/** How long the app waits for the database; shortened in this test. */
const BOUNDS_MS = [10_000, 5_000]

const device = openDevice()
const credentials = { email: 'demo@example.com', password: 'correct horse' }

afterEach(() => void vi.restoreAllMocks())

/** WebKit's database does not respond while transactions of a closed page have never ended. */
async function tabWithSilentDatabase(): Promise<Tab> {
  device.tab.db.close()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms = 0, ...rest) =>
    wait(work, BOUNDS_MS.includes(ms) ? 50 : ms, ...rest),
  )
  return device.browser.openTab()
}

it('a user can log in if the database does not respond', async () => {
  const tab = await tabWithSilentDatabase()
  await tab.session.logIn(credentials)
  await tab.token.renewGrant()
  expect(device.server.proofs).toEqual(['', ''])
})

it('a start does not wait for a database that does not respond, and says why it failed', async () => {
  await device.tab.session.logIn(credentials)
  const tab = await tabWithSilentDatabase()
  await expect(tab.token.renewGrant()).rejects.toMatchObject({
    code: 'storage.silent',
    message: expect.stringContaining('Reload the page'),
  })
  vi.restoreAllMocks()
  await (await device.browser.openTab()).token.renewGrant()
  expect(device.server.proofs, 'the session goes on').toHaveLength(2)
})

it('a log-out that is completed at the next start does not delay the next log-in', async () => {
  await device.tab.session.logIn(credentials)
  localStorage.setItem('logoutPending', '1')
  const tab = await tabWithSilentDatabase()
  device.stops.push(tab.session.startSession())
  await expect.poll(() => device.server.counts.logout).toBe(1)
  device.server.signedIn = userOf(USER)
  await tab.session.logIn(credentials)
  await tab.token.renewGrant()
  expect(tab.sessionStore.getState().status).toBe('signed-in')
})

it.each([
  ['since the log-in', async () => {}],
  ['already during the log-in', (tab: Tab) => tab.session.logIn(credentials)],
])('a log-out fails, and deletes nothing, if the database did not respond %s', async (_, logIn) => {
  const tab = await tabWithSilentDatabase()
  await logIn(tab)
  const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
  tab.sessionStore.setState({ status: 'signed-in', user })
  await expect(tab.session.logOut()).rejects.toThrow()
  expect(localStorage.getItem('logoutPending')).toBeNull()
})

it('the outbox does not hold its lock if the database does not respond', async () => {
  const tab = await tabWithSilentDatabase()
  await expect(tab.sender.flushOutbox(true)).rejects.toThrow()
  const { held = [] } = await navigator.locks.query()
  expect(held.map(({ name }) => name)).toEqual([])
})
