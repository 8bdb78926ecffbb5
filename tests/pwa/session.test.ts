import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { depositEntry, USER } from './support/submissions.ts'

let server: LoopbackServer
let browser: Browser
let tab: Tab
let stops: (() => void)[]

beforeEach(async () => {
  server = await startLoopbackServer()
  server.signedIn = userOf(USER)
  browser = openBrowser(server.url)
  tab = await browser.openTab()
  stops = []
})

afterEach(async () => {
  for (const stop of stops) stop()
  await browser.close()
  await server.close()
})

const remember = () =>
  localStorage.setItem(
    'userProfile',
    JSON.stringify({ userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' }),
  )

const settle = () => new Promise((resolve) => setTimeout(resolve, 80))

describe('opening the app', () => {
  it('sends no request on a device without a known user', async () => {
    stops.push(tab.session.startSession())
    await settle()
    expect(tab.sessionStore.getState().status).toBe('signed-out')
    expect(server.counts.refresh).toBe(0)
  })

  it('opens offline as the last known user', async () => {
    remember()
    browser.setNetwork('off')
    stops.push(tab.session.startSession())
    await settle()
    expect(tab.sessionStore.getState()).toMatchObject({
      status: 'signed-in',
      user: { userId: USER, displayName: 'Demo User' },
    })
  })

  it('does not redraw if the server confirms the shown user', async () => {
    const { id, ...user } = userOf(USER)
    localStorage.setItem(
      'userProfile',
      JSON.stringify({
        userId: id,
        role: user.role,
        displayName: user.full_name,
        displayId: user.display_id,
      }),
    )
    const shown: unknown[] = []
    stops.push(tab.sessionStore.subscribe((state) => void shown.push(state)))
    stops.push(tab.session.startSession())
    await expect.poll(() => tab.token.currentGrant()).toBeDefined()
    await settle()
    expect(shown).toEqual([tab.sessionStore.getState()])
  })

  it('confirms the user online, and signs out when the session has ended', async () => {
    remember()
    stops.push(tab.session.startSession())
    await expect.poll(() => tab.token.currentGrant()).toBeDefined()
    expect(tab.sessionStore.getState().status).toBe('signed-in')

    server.expireTokens()
    server.signedIn = undefined
    await tab.client.call(listOwnDeposits, {}).catch(() => undefined)
    expect(tab.sessionStore.getState().status).toBe('signed-out')
    expect(localStorage.getItem('userProfile')).toBeNull()
  })
})

describe('four tabs', () => {
  it('opened together share one refresh, as do concurrent requests in one tab', async () => {
    server.refreshDelayMs = 50
    const tabs = [tab, await browser.openTab(), await browser.openTab(), await browser.openTab()]
    const grants = await Promise.all(
      tabs.flatMap((each) => [each.token.validGrant(), each.token.validGrant()]),
    )
    expect(server.counts.refresh).toBe(1)
    expect(new Set(grants.map((grant) => grant.token)).size).toBe(1)
  })

  it('replace a rejected token once', async () => {
    const tabs = [tab, await browser.openTab(), await browser.openTab(), await browser.openTab()]
    const [grant] = await Promise.all(tabs.map((each) => each.token.validGrant()))
    server.refreshDelayMs = 50
    const before = server.counts.refresh
    if (!grant) throw new Error('no grant')
    await Promise.all(tabs.map((each) => each.token.replaceGrant(grant)))
    expect(server.counts.refresh - before).toBe(1)
  })
})

describe('logging out', () => {
  beforeEach(async () => {
    remember()
    stops.push(tab.session.startSession())
    await tab.token.validGrant()
    await tab.local.setActiveUser(USER)
  })

  it('clears the data on the device, in every tab', async () => {
    const other = await browser.openTab()
    stops.push(other.session.startSession())
    await tab.db.kept.put({ userId: USER, hash: 'h', queryKey: [], data: 1, updatedAtMs: 1 })
    expect(await tab.session.logOut()).toEqual({ left: true })
    await settle()
    expect(other.sessionStore.getState().status).toBe('signed-out')
    expect(other.token.currentGrant()).toBeUndefined()
    expect(await tab.db.kept.count()).toBe(0)
    expect(await tab.db.facts.count()).toBe(0)
    expect(server.counts.logout).toBe(1)
  })

  it('warns about unsent submissions, then discards them', async () => {
    await tab.queue.enqueue(depositEntry())
    expect(await tab.session.logOut()).toEqual({ left: false, unsent: 1 })
    expect(tab.sessionStore.getState().status).toBe('signed-in')
    expect(await tab.queue.countUnsent(USER)).toBe(1)
    expect(await tab.session.logOut('discard')).toEqual({ left: true })
    expect(await tab.queue.countUnsent(USER)).toBe(0)
  })

  it('offline ends the session on the server once it is reachable', async () => {
    browser.setNetwork('off')
    expect(await tab.session.logOut()).toEqual({ left: true })
    expect(tab.sessionStore.getState().status).toBe('signed-out')
    expect(server.counts.logout).toBe(0)
    browser.setNetwork('on')
    await settle()
    expect(server.counts.logout).toBe(1)
  })
})
