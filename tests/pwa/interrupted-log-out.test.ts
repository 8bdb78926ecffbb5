import { beforeEach, describe, expect, it } from 'vitest'
import { openDevice } from './support/device.ts'
import { userOf } from './support/loopback-server.ts'
import { depositEntry, OTHER_USER, USER } from './support/submissions.ts'

const device = openDevice(async ({ tab, stops }) => {
  remember()
  stops.push(tab.session.startSession())
  await tab.token.validGrant()
  await tab.queue.enqueue(depositEntry())
})

const remember = () =>
  localStorage.setItem(
    'userProfile',
    JSON.stringify({ userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' }),
  )

describe('a log-out that is interrupted', () => {
  const LEFT = { userId: USER, hash: 'h', queryKey: [], data: 1, updatedAtMs: 1 }

  beforeEach(async () => {
    await device.tab.local.setActiveUser(USER)
  })

  /** Holds a log-out request before it reaches the server, as a slow network does. */
  function holdLogOut(): () => void {
    const held = Promise.withResolvers<void>()
    void navigator.locks.request('session', () => held.promise)
    device.stops.push(held.resolve)
    return held.resolve
  }

  it('forgets the user before it waits for anything', async () => {
    const release = holdLogOut()
    const leaving = device.tab.session.logOut('discard')
    await expect.poll(() => localStorage.getItem('userProfile')).toBeNull()
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    expect(restarted.sessionStore.getState().status).toBe('signed-out')
    release()
    expect(await leaving).toEqual({ left: true })
  })

  it('opens signed out at the next start, which deletes the data and ends the session on the server', async () => {
    const release = holdLogOut()
    void device.tab.session.logOut('discard')
    await expect.poll(() => device.tab.db.keys.count()).toBe(0)
    // What the app wrote before it was killed, as far as it reached the disk.
    await device.tab.db.kept.put(LEFT)
    await device.tab.queue.enqueue(depositEntry())
    remember()
    const refreshes = device.server.counts.refresh
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    expect(restarted.sessionStore.getState().status).toBe('signed-out')
    await expect.poll(() => restarted.db.outbox.count()).toBe(0)
    expect(await restarted.db.keys.count()).toBe(0)
    expect(await restarted.db.kept.count()).toBe(0)
    expect(localStorage.getItem('userProfile')).toBeNull()
    release()
    await expect.poll(() => restarted.db.sessionKeys.count()).toBe(0)
    await expect.poll(() => device.server.counts.logout).toBeGreaterThan(0)
    expect(device.server.counts.refresh).toBe(refreshes)
    await expect.poll(() => localStorage.getItem('logoutPending')).toBeNull()
  })

  it('deletes what another tab stores before it notices the log-out', async () => {
    const release = holdLogOut()
    const leaving = device.tab.session.logOut('discard')
    await expect.poll(() => device.tab.db.keys.count()).toBe(0)
    await device.tab.queue.enqueue(depositEntry())
    release()
    expect(await leaving).toEqual({ left: true })
    expect([await device.tab.db.outbox.count(), await device.tab.db.keys.count()]).toEqual([0, 0])
  })

  it('is over once the user has logged in again', async () => {
    await device.tab.session.logOut('discard')
    localStorage.setItem('logoutPending', '1')
    localStorage.setItem('forgetPending', USER)
    device.server.signedIn = userOf(USER)
    await device.tab.session.logIn({ email: 'demo@example.com', password: 'correct horse' })
    await device.tab.local.setActiveUser(USER)
    await device.tab.queue.enqueue(depositEntry())
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    await expect.poll(() => restarted.token.currentGrant()).toBeDefined()
    expect(restarted.sessionStore.getState().status).toBe('signed-in')
    expect(await restarted.queue.countUnsent(USER)).toBe(1)
  })
})

describe('a log-out on a device that cannot delete its data', () => {
  let repair: () => void

  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('the disk is busy', 'UnknownError')
    }
    device.tab.db.outbox.hook('deleting', refuse)
    repair = () => device.tab.db.outbox.hook('deleting').unsubscribe(refuse)
  })

  it('still ends the session, says what is left, and deletes it at the next start', async () => {
    expect(await device.tab.session.logOut('discard')).toEqual({ left: true, isDataLeft: true })
    expect(device.tab.sessionStore.getState().status).toBe('signed-out')
    expect(device.server.counts.logout).toBe(1)
    expect(await device.tab.db.outbox.count()).toBe(1)
    repair()
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    await expect.poll(() => restarted.db.outbox.count()).toBe(0)
    expect(await restarted.db.keys.count()).toBe(0)
    await expect.poll(() => localStorage.getItem('forgetPending')).toBeNull()
  })

  it('also deletes it after another user has logged in, and keeps their session', async () => {
    await device.tab.session.logOut('discard')
    repair()
    device.server.signedIn = userOf(OTHER_USER)
    await device.tab.session.logIn({ email: 'other@example.com', password: 'correct horse' })
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    await expect.poll(() => restarted.db.outbox.count()).toBe(0)
    expect(restarted.sessionStore.getState().user?.userId).toBe(OTHER_USER)
    expect(await restarted.db.sessionKeys.count()).toBe(1)
  })

  it('forgets a deleted account at the next start if it could not at once', async () => {
    await device.tab.session.forgetAccount()
    expect(device.tab.sessionStore.getState().status).toBe('signed-out')
    repair()
    const restarted = await device.browser.openTab()
    device.stops.push(restarted.session.startSession())
    await expect.poll(() => restarted.db.outbox.count()).toBe(0)
    expect(device.server.counts.logout).toBe(0)
  })
})
