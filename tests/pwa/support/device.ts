import { afterEach, beforeEach } from 'vitest'
import { type Browser, openBrowser, type Tab } from './browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './loopback-server.ts'
import { USER } from './submissions.ts'

interface Device {
  server: LoopbackServer
  browser: Browser
  tab: Tab
  /** Run after the test, before the browser closes. */
  readonly stops: (() => void)[]
}

/** A browser with one tab, and a server with a session, created anew for each test of the file. */
export function openDevice(prepare: (device: Device) => Promise<void> = async () => {}): Device {
  const device = { stops: [] as (() => void)[] } as Device
  beforeEach(async () => {
    const server = await startLoopbackServer()
    server.signedIn = userOf(USER)
    const browser = openBrowser(server.url)
    const tab = await browser.openTab()
    Object.assign(device, { server, browser, tab })
    await prepare(device)
  })
  afterEach(async () => {
    for (const stop of device.stops.splice(0)) stop()
    await device.browser.close()
    await device.server.close()
  })
  return device
}

/** A device that stores and sends the submissions of a user. */
export function deviceOfUser(): Device {
  return openDevice(({ tab }) => tab.local.setActiveUser(USER))
}

/** A device on which a user is signed in. */
export function signedInDevice(): Device {
  return openDevice(async ({ tab }) => {
    await tab.local.setActiveUser(USER)
    const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
    tab.sessionStore.setState({ status: 'signed-in', user })
  })
}
