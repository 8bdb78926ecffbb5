import { afterEach, beforeEach } from 'vitest'
import { type Browser, openBrowser, type Tab } from './browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './loopback-server.ts'
import { USER } from './submissions.ts'

interface SignedInDevice {
  server: LoopbackServer
  browser: Browser
  tab: Tab
  /** Run after the test, before the browser closes. */
  readonly stops: (() => void)[]
}

/** A browser with one tab, in which a user is signed in: a new one for each test of the file. */
export function signedInDevice(): SignedInDevice {
  const device = { stops: [] as (() => void)[] } as SignedInDevice
  beforeEach(async () => {
    const server = await startLoopbackServer()
    server.signedIn = userOf(USER)
    const browser = openBrowser(server.url)
    const tab = await browser.openTab()
    await tab.local.setActiveUser(USER)
    const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
    tab.sessionStore.setState({ status: 'signed-in', user })
    Object.assign(device, { server, browser, tab })
  })
  afterEach(async () => {
    for (const stop of device.stops.splice(0)) stop()
    await device.browser.close()
    await device.server.close()
  })
  return device
}
