import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { depositEntry, OTHER_USER, USER } from './support/submissions.ts'

let server: LoopbackServer
let browser: Browser
let tab: Tab
const stops: (() => void)[] = []

beforeEach(async () => {
  server = await startLoopbackServer()
  server.signedIn = userOf(USER)
  browser = openBrowser(server.url)
  tab = await browser.openTab()
  await tab.local.setActiveUser(USER)
})

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await browser.close()
  await server.close()
})

const HOUR_MS = 3_600_000

const stateOf = async (id: string) => (await tab.queue.findEntry(id))?.state

async function queued(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await tab.queue.enqueue(entry)
  return entry.id
}

describe('the user of a submission', () => {
  it('gets a new token when the old one expires, and the submission is sent', async () => {
    await tab.token.validGrant()
    server.expireTokens()
    const id = await queued()
    await tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('done')
    expect(server.effects).toHaveLength(1)
  })

  it('keeps submissions after the session ends until the next login', async () => {
    server.signedIn = undefined
    const id = await queued()
    await tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('waiting')
    server.signedIn = userOf(USER)
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('is the only one who sends it', async () => {
    const mine = await queued()
    const theirs = await queued({ userId: OTHER_USER })
    server.signedIn = userOf(OTHER_USER)
    // The cookie is the other user's, although this device still remembers the first one.
    await tab.sender.flushOutbox(true)
    expect(server.tries).toHaveLength(0)
    await tab.local.setActiveUser(OTHER_USER)
    await tab.sender.flushOutbox(true)
    expect(server.effects.map((write) => write.key)).toEqual([theirs])
    expect(await stateOf(mine)).toBe('waiting')
  })

  it('must replace a password that staff set, and then it is sent with its files', async () => {
    const body = { code: 'password.chosen_by_staff', error: 'x', message: 'y' }
    server.mishaps.push(...Array.from({ length: 9 }, () => ({ status: 403, body })))
    const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
    tab.sessionStore.setState({ status: 'signed-in', user: { ...user, mustChangePassword: true } })
    const [first, second] = [await queued(), await queued()]
    stops.push(tab.start.startOutbox(USER))
    await expect.poll(async () => (await tab.queue.findEntry(first))?.failure?.status).toBe(403)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'waiting'])
    expect((await tab.queue.findEntry(second))?.tries).toBe(0)
    await tab.db.outbox.toCollection().modify({ nextTryAtMs: Date.now() + HOUR_MS })
    server.mishaps.length = 0
    tab.sessionStore.setState({ user })
    await expect.poll(() => server.effects.map(({ key }) => key)).toEqual([first, second])
    expect(server.effects[0]?.body).toContain('filename="proof.jpg"')
  })

  it('must be signed in for it to be sent', async () => {
    await queued()
    await tab.local.forgetScreens(USER)
    await tab.sender.flushOutbox(true)
    expect(server.counts.refresh).toBe(0)
    expect(server.tries).toHaveLength(0)
  })
})
