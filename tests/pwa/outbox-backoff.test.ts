import { beforeEach, describe, expect, it } from 'vitest'
import { signedInDevice } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = signedInDevice()

beforeEach(async () => {
  await device.tab.token.validGrant()
})

const LATER_MS = 300_000

const entryOf = (id: string) => device.tab.queue.findEntry(id)

async function queued(): Promise<string> {
  const entry = depositEntry()
  await device.tab.queue.enqueue(entry)
  return entry.id
}

/** An attempt fails although the server is reachable; the next one is due in five minutes. */
async function brokenOff(): Promise<string> {
  device.server.mishaps.push('drop')
  const id = await queued()
  await device.tab.sender.flushOutbox(true)
  expect(await entryOf(id)).toMatchObject({ state: 'unknown', tries: 1 })
  await device.tab.db.outbox.where({ id }).modify({ nextTryAtMs: Date.now() + LATER_MS })
  return id
}

function startLater(): void {
  device.stops.push(device.tab.start.startOutbox(USER))
}

describe('a submission whose connection always breaks', () => {
  it('is not sent earlier when the server is reached again', async () => {
    startLater()
    const id = await brokenOff()
    await device.tab.reachability.probe()
    // The sender handles one call after the other.
    await device.tab.sender.flushOutbox()
    expect(await entryOf(id)).toMatchObject({ state: 'unknown', tries: 1 })
  })

  it('is sent at once when the browser reports a network', async () => {
    startLater()
    const id = await brokenOff()
    device.browser.setNetwork('on')
    await expect.poll(async () => (await entryOf(id))?.state).toBe('done')
  })

  it('does not block those behind it', async () => {
    device.server.mishaps.push('drop')
    const [first, second] = [await queued(), await queued()]
    await device.tab.sender.flushOutbox()
    expect(await entryOf(first)).toMatchObject({ state: 'unknown', tries: 1 })
    expect(await entryOf(second)).toMatchObject({ state: 'done' })
  })

  it('keeps its backoff while the others wait for a connection', async () => {
    const first = await brokenOff()
    device.browser.setNetwork('off unnoticed')
    const second = await queued()
    await device.tab.sender.flushOutbox()
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', tries: 0 })
    expect((await entryOf(first))?.nextTryAtMs).toBeGreaterThan(Date.now() + LATER_MS / 2)
  })
})

it('all submissions wait as long as a rate-limiting server asks', async () => {
  const limited = { code: 'rate.limited', error: 'Too Many Requests', message: '' }
  device.server.mishaps.push({ status: 429, body: limited, headers: { 'retry-after': '30' } })
  const ids = [await queued(), await queued()]
  await device.tab.sender.flushOutbox(true)
  for (const id of ids) {
    const entry = await entryOf(id)
    expect(entry?.state).toBe('waiting')
    expect(entry?.notBeforeMs).toBeGreaterThan(Date.now() + 20_000)
  }
})

describe('when the network is down', () => {
  it('one attempt detects it, and the others stay unsent', async () => {
    device.browser.setNetwork('off unnoticed')
    const [first, second] = [await queued(), await queued()]
    await device.tab.sender.flushOutbox(true)
    expect(await entryOf(first)).toMatchObject({ state: 'unknown', tries: 1 })
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', tries: 0 })
  })

  it('submissions that were never attempted are sent as soon as the server is reached again', async () => {
    device.browser.setNetwork('off unnoticed')
    device.tab.reachability.reportContact(false)
    startLater()
    const id = await queued()
    await device.tab.sender.flushOutbox(true)
    await device.tab.db.outbox.where({ id }).modify({ nextTryAtMs: Date.now() + LATER_MS })
    device.browser.setNetwork('on')
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', tries: 0 })
    await device.tab.reachability.probe()
    await expect.poll(async () => (await entryOf(id))?.state).toBe('done')
  })
})
