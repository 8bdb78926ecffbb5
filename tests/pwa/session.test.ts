import { EmbeddedJWK, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { openDevice } from './support/device.ts'
import { claimsOf, headOf, userOf } from './support/loopback-server.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = openDevice()

const remember = () =>
  localStorage.setItem(
    'userProfile',
    JSON.stringify({ userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' }),
  )

const settle = () => new Promise((resolve) => setTimeout(resolve, 80))

describe('opening the app', () => {
  it('sends no request on a device without a known user', async () => {
    device.stops.push(device.tab.session.startSession())
    await settle()
    expect(device.tab.sessionStore.getState().status).toBe('signed-out')
    expect(device.server.counts.refresh).toBe(0)
  })

  it('opens offline as the last known user', async () => {
    remember()
    device.browser.setNetwork('off')
    device.stops.push(device.tab.session.startSession())
    await settle()
    expect(device.tab.sessionStore.getState()).toMatchObject({
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
    device.stops.push(device.tab.sessionStore.subscribe((state) => void shown.push(state)))
    device.stops.push(device.tab.session.startSession())
    await expect.poll(() => device.tab.token.currentGrant()).toBeDefined()
    await settle()
    expect(shown).toEqual([device.tab.sessionStore.getState()])
  })

  it('confirms the user online, and signs out when the session has ended', async () => {
    remember()
    device.stops.push(device.tab.session.startSession())
    await expect.poll(() => device.tab.token.currentGrant()).toBeDefined()
    expect(device.tab.sessionStore.getState().status).toBe('signed-in')

    device.server.expireTokens()
    device.server.signedIn = undefined
    await device.tab.client.call(listOwnDeposits, {}).catch(() => undefined)
    expect(device.tab.sessionStore.getState().status).toBe('signed-out')
    expect(localStorage.getItem('userProfile')).toBeNull()
  })
})

describe('four tabs', () => {
  it('opened together share one refresh, as do concurrent requests in one tab', async () => {
    device.server.refreshDelayMs = 50
    const tabs = [
      device.tab,
      await device.browser.openTab(),
      await device.browser.openTab(),
      await device.browser.openTab(),
    ]
    const grants = await Promise.all(
      tabs.flatMap((each) => [each.token.validGrant(), each.token.validGrant()]),
    )
    expect(device.server.counts.refresh).toBe(1)
    expect(new Set(grants.map((grant) => grant.token)).size).toBe(1)
  })

  it('replace a rejected token once', async () => {
    const tabs = [
      device.tab,
      await device.browser.openTab(),
      await device.browser.openTab(),
      await device.browser.openTab(),
    ]
    const [grant] = await Promise.all(tabs.map((each) => each.token.validGrant()))
    device.server.refreshDelayMs = 50
    const before = device.server.counts.refresh
    if (!grant) throw new Error('no grant')
    await Promise.all(tabs.map((each) => each.token.replaceGrant(grant)))
    expect(device.server.counts.refresh - before).toBe(1)
  })
})

describe('logging out', () => {
  beforeEach(async () => {
    remember()
    device.stops.push(device.tab.session.startSession())
    await device.tab.token.validGrant()
    await device.tab.local.setActiveUser(USER)
  })

  it('clears the data on the device, in every tab', async () => {
    const other = await device.browser.openTab()
    device.stops.push(other.session.startSession())
    const setAppBadge = vi.fn(async () => undefined)
    Object.assign(navigator, { setAppBadge })
    device.stops.push(() => Reflect.deleteProperty(navigator, 'setAppBadge'))
    await device.tab.db.kept.put({ userId: USER, hash: 'h', queryKey: [], data: 1, updatedAtMs: 1 })
    expect(await device.tab.session.logOut()).toEqual({ left: true })
    await expect.poll(() => other.sessionStore.getState().status).toBe('signed-out')
    expect(other.token.currentGrant()).toBeUndefined()
    expect(await device.tab.db.kept.count()).toBe(0)
    expect(await device.tab.db.facts.count()).toBe(0)
    expect(setAppBadge, 'the number on the icon').toHaveBeenLastCalledWith(0)
    expect(device.server.counts.logout).toBe(1)
  })

  it('warns about unsent submissions, then discards them', async () => {
    await device.tab.queue.enqueue(depositEntry())
    expect(await device.tab.session.logOut()).toEqual({ left: false, unsent: 1 })
    expect(device.tab.sessionStore.getState().status).toBe('signed-in')
    expect(await device.tab.queue.countUnsent(USER)).toBe(1)
    expect(await device.tab.session.logOut('discard')).toEqual({ left: true })
    expect(await device.tab.queue.countUnsent(USER)).toBe(0)
  })

  it('offline ends the session on the server once it is reachable', async () => {
    device.browser.setNetwork('off')
    expect(await device.tab.session.logOut()).toEqual({ left: true })
    expect(device.tab.sessionStore.getState().status).toBe('signed-out')
    expect(device.server.counts.logout).toBe(0)
    device.browser.setNetwork('on')
    await expect.poll(() => device.server.counts.logout).toBe(1)
  })
})

describe('a session that is bound to the device', () => {
  const credentials = { email: 'demo@example.com', password: 'correct horse' }
  const keyOf = (proof = '') => JSON.stringify(headOf(proof).jwk)

  it('signs the log-in and each refresh with one key, also after a restart', async () => {
    await device.tab.session.logIn(credentials)
    await device.tab.token.renewGrant()
    await (await device.browser.openTab()).token.renewGrant()
    expect(new Set(device.server.proofs.map(keyOf)).size).toBe(1)
    expect(new Set(device.server.proofs.map((proof) => claimsOf(proof).jti)).size).toBe(3)
    const { payload } = await jwtVerify(device.server.proofs[2] ?? '', EmbeddedJWK, {
      typ: 'dpop+jwt',
    })
    expect(payload).toMatchObject({ htm: 'POST', htu: `${device.server.url}/api/auth/refresh` })
    const kept = await device.tab.db.sessionKeys.get('session')
    expect(kept?.privateKey.extractable).toBe(false)
  })

  it('signs a nonce from the server if the clock of the device is wrong', async () => {
    device.server.nonce = 'from the server'
    await device.tab.session.logIn(credentials)
    await device.tab.token.renewGrant()
    expect(device.server.proofs.map((proof) => claimsOf(proof).nonce)).toEqual([
      undefined,
      'from the server',
      undefined,
      'from the server',
    ])
  })

  it('has a new key after a log-out', async () => {
    await device.tab.session.logIn(credentials)
    await device.tab.session.logOut()
    expect(await device.tab.db.sessionKeys.count()).toBe(0)
    device.server.signedIn = userOf(USER)
    await device.tab.session.logIn(credentials)
    expect(keyOf(device.server.proofs[0])).not.toBe(keyOf(device.server.proofs[1]))
  })

  it('works unbound in a private window without IndexedDB', async () => {
    device.tab.db.close()
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no storage in private windows', 'InvalidStateError')
    })
    const inPrivate = await device.browser.openTab()
    device.stops.push(inPrivate.session.startSession())
    await inPrivate.session.logIn(credentials)
    await inPrivate.token.renewGrant()
    expect(device.server.proofs).toEqual(['', ''])
    expect(await inPrivate.session.logOut()).toEqual({ left: true })
    expect(inPrivate.sessionStore.getState().status).toBe('signed-out')
    opening.mockRestore()
  })

  it('waits while the key cannot be read: a refresh without it would end the session', async () => {
    await device.tab.session.logIn(credentials)
    device.tab.db.close()
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('the disk is busy', 'UnknownError')
    })
    const other = await device.browser.openTab()
    await expect(other.token.renewGrant()).rejects.toMatchObject({ code: 'storage.silent' })
    opening.mockRestore()
    await other.db.open()
    await other.token.renewGrant()
    expect(device.server.proofs).toHaveLength(2)
  })

  it('is refreshed again if a renewal is requested during a refresh', async () => {
    await device.tab.session.logIn(credentials)
    device.server.refreshDelayMs = 100
    const underWay = device.tab.token.renewGrant()
    await expect.poll(() => device.server.counts.refresh).toBe(1)
    await device.tab.token.renewGrant()
    await underWay
    expect(device.server.counts.refresh).toBe(2)
  })

  it('reports to the server how long its user has been idle, in any tab', async () => {
    device.stops.push(device.tab.session.startSession())
    localStorage.setItem('lastUse', String(Date.now() - 600_000))
    await device.tab.token.renewGrant()
    device.browser.press()
    await device.tab.token.renewGrant()
    const [before = 0, after = 0] = device.server.idle.slice(-2)
    expect(before).toBeGreaterThanOrEqual(600)
    expect(after).toBeLessThan(600)
  })
})
