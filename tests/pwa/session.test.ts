import { EmbeddedJWK, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import {
  claimsOf,
  headOf,
  type LoopbackServer,
  startLoopbackServer,
  userOf,
} from './support/loopback-server.ts'
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
    const setAppBadge = vi.fn(async () => undefined)
    Object.assign(navigator, { setAppBadge })
    stops.push(() => Reflect.deleteProperty(navigator, 'setAppBadge'))
    await tab.db.kept.put({ userId: USER, hash: 'h', queryKey: [], data: 1, updatedAtMs: 1 })
    expect(await tab.session.logOut()).toEqual({ left: true })
    await expect.poll(() => other.sessionStore.getState().status).toBe('signed-out')
    expect(other.token.currentGrant()).toBeUndefined()
    expect(await tab.db.kept.count()).toBe(0)
    expect(await tab.db.facts.count()).toBe(0)
    expect(setAppBadge, 'the number on the icon').toHaveBeenLastCalledWith(0)
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
    await expect.poll(() => server.counts.logout).toBe(1)
  })
})

describe('a session that is bound to the device', () => {
  const credentials = { email: 'demo@example.com', password: 'correct horse' }
  const keyOf = (proof = '') => JSON.stringify(headOf(proof).jwk)

  it('signs the log-in and each refresh with one key, also after a restart', async () => {
    await tab.session.logIn(credentials)
    await tab.token.renewGrant()
    await (await browser.openTab()).token.renewGrant()
    expect(new Set(server.proofs.map(keyOf)).size).toBe(1)
    expect(new Set(server.proofs.map((proof) => claimsOf(proof).jti)).size).toBe(3)
    const { payload } = await jwtVerify(server.proofs[2] ?? '', EmbeddedJWK, { typ: 'dpop+jwt' })
    expect(payload).toMatchObject({ htm: 'POST', htu: `${server.url}/api/auth/refresh` })
    const kept = await tab.db.sessionKeys.get('session')
    expect(kept?.privateKey.extractable).toBe(false)
  })

  it('signs what the server asks for where the clock of the device is wrong', async () => {
    server.nonce = 'from the server'
    await tab.session.logIn(credentials)
    await tab.token.renewGrant()
    expect(server.proofs.map((proof) => claimsOf(proof).nonce)).toEqual([
      undefined,
      'from the server',
      undefined,
      'from the server',
    ])
  })

  it('has another key after a log-out', async () => {
    await tab.session.logIn(credentials)
    await tab.session.logOut()
    expect(await tab.db.sessionKeys.count()).toBe(0)
    server.signedIn = userOf(USER)
    await tab.session.logIn(credentials)
    expect(keyOf(server.proofs[0])).not.toBe(keyOf(server.proofs[1]))
  })

  it('is not bound in a private window without IndexedDB, and works', async () => {
    tab.db.close()
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no storage in private windows', 'InvalidStateError')
    })
    const inPrivate = await browser.openTab()
    stops.push(inPrivate.session.startSession())
    await inPrivate.session.logIn(credentials)
    await inPrivate.token.renewGrant()
    expect(server.proofs).toEqual(['', ''])
    expect(await inPrivate.session.logOut()).toEqual({ left: true })
    expect(inPrivate.sessionStore.getState().status).toBe('signed-out')
    opening.mockRestore()
  })

  it('waits while the key cannot be read: a refresh without it would end the session', async () => {
    await tab.session.logIn(credentials)
    tab.db.close()
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('the disk is busy', 'UnknownError')
    })
    const other = await browser.openTab()
    await expect(other.token.renewGrant()).rejects.toMatchObject({ code: 'storage.failed' })
    opening.mockRestore()
    await other.db.open()
    await other.token.renewGrant()
    expect(server.proofs).toHaveLength(2)
  })

  it('renewed while another refresh is under way, is asked for once more', async () => {
    await tab.session.logIn(credentials)
    server.refreshDelayMs = 100
    const underWay = tab.token.renewGrant()
    await expect.poll(() => server.counts.refresh).toBe(1)
    await tab.token.renewGrant()
    await underWay
    expect(server.counts.refresh).toBe(2)
  })

  it('tells the server how long its user has done nothing, in any tab', async () => {
    stops.push(tab.session.startSession())
    localStorage.setItem('lastUse', String(Date.now() - 600_000))
    await tab.token.renewGrant()
    browser.press()
    await tab.token.renewGrant()
    const [before = 0, after = 0] = server.idle.slice(-2)
    expect(before).toBeGreaterThanOrEqual(600)
    expect(after).toBeLessThan(600)
  })
})
