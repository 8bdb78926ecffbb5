import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { depositEntry, USER } from './support/submissions.ts'

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
  await tab.token.validGrant()
})

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await browser.close()
  await server.close()
})

const LATER_MS = 300_000

const entryOf = (id: string) => tab.queue.findEntry(id)

async function queued(): Promise<string> {
  const entry = depositEntry()
  await tab.queue.enqueue(entry)
  return entry.id
}

/** An attempt to send it breaks off while the server can be reached; the next is due in five minutes. */
async function brokenOff(): Promise<string> {
  server.mishaps.push('drop')
  const id = await queued()
  await tab.sender.flushOutbox(true)
  expect(await entryOf(id)).toMatchObject({ state: 'unknown', tries: 1 })
  await tab.db.outbox.where({ id }).modify({ nextTryAtMs: Date.now() + LATER_MS })
  return id
}

function startLater(): void {
  stops.push(tab.start.startOutbox(USER))
}

describe('a submission whose connection always breaks', () => {
  it('is not sent earlier because the server is reached again', async () => {
    startLater()
    const id = await brokenOff()
    await tab.reachability.probe()
    // The sender works one call after the other.
    await tab.sender.flushOutbox()
    expect(await entryOf(id)).toMatchObject({ state: 'unknown', tries: 1 })
  })

  it('is sent at once when the browser reports a network', async () => {
    startLater()
    const id = await brokenOff()
    browser.setNetwork('on')
    await expect.poll(async () => (await entryOf(id))?.state).toBe('done')
  })

  it('does not block those behind it', async () => {
    server.mishaps.push('drop')
    const [first, second] = [await queued(), await queued()]
    await tab.sender.flushOutbox()
    expect(await entryOf(first)).toMatchObject({ state: 'unknown', tries: 1 })
    expect(await entryOf(second)).toMatchObject({ state: 'done' })
  })

  it('keeps its backoff while the others wait for a connection', async () => {
    const first = await brokenOff()
    browser.setNetwork('off unnoticed')
    const second = await queued()
    await tab.sender.flushOutbox()
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', tries: 0 })
    expect((await entryOf(first))?.nextTryAtMs).toBeGreaterThan(Date.now() + LATER_MS / 2)
  })
})

describe('when the network is gone', () => {
  it('one attempt reveals it, and the others stay unsent', async () => {
    browser.setNetwork('off unnoticed')
    const [first, second] = [await queued(), await queued()]
    await tab.sender.flushOutbox(true)
    expect(await entryOf(first)).toMatchObject({ state: 'unknown', tries: 1 })
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', tries: 0 })
  })

  it('what was never tried is sent as soon as the server is reached again', async () => {
    browser.setNetwork('off unnoticed')
    tab.reachability.reportContact(false)
    startLater()
    const id = await queued()
    await tab.sender.flushOutbox(true)
    await tab.db.outbox.where({ id }).modify({ nextTryAtMs: Date.now() + LATER_MS })
    browser.setNetwork('on')
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', tries: 0 })
    await tab.reachability.probe()
    await expect.poll(async () => (await entryOf(id))?.state).toBe('done')
  })
})
