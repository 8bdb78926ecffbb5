import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atOnce } from '#tests/support/at-once.ts'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { depositEntry, USER } from './support/submissions.ts'

let server: LoopbackServer
let browser: Browser
let tab: Tab

beforeEach(async () => {
  server = await startLoopbackServer()
  server.signedIn = userOf(USER)
  browser = openBrowser(server.url)
  tab = await browser.openTab()
  await tab.local.setActiveUser(USER)
})

afterEach(async () => {
  await browser.close()
  await server.close()
})

const stateOf = async (id: string) => (await tab.queue.findEntry(id))?.state

async function queued(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await tab.queue.enqueue(entry)
  return entry.id
}

describe('a submission in the outbox', () => {
  it('is sent with its fields, its file and its id as Idempotency-Key', async () => {
    const id = await queued()
    expect(await tab.sender.flushOutbox()).toBe(0)
    expect(await stateOf(id)).toBe('done')
    const [write] = server.effects
    expect(write).toMatchObject({ path: '/api/deposit-requests', key: id, userId: USER })
    expect(write?.type).toContain('multipart/form-data')
    expect(write?.body).toContain('name="amount"\r\n\r\n0.5')
    expect(write?.body).toContain('filename="proof.jpg"')
    expect(write?.body).toContain('\u00ff\u00d8\u00ff')
  })

  it('drops its files once the server has them', async () => {
    const id = await queued()
    await tab.sender.flushOutbox()
    const [stored] = await tab.db.outbox.toArray()
    expect(stored).toMatchObject({ id, state: 'done' })
    expect(stored?.sealedRequest).toBeUndefined()
  })

  it('has one effect when its answer is lost', async () => {
    server.mishaps.push('lose', 'lose')
    const id = await queued()
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('unknown')
    await tab.sender.flushOutbox(true)
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
    expect(server.tries.map((write) => write.key)).toEqual([id, id, id])
    expect(server.effects).toHaveLength(1)
  })

  it('has one effect when the app is killed between commit and answer', async () => {
    const id = await queued()
    const entry = await tab.queue.findEntry(id)
    if (!entry) throw new Error('not stored')
    // A killed tab leaves a row in "sending", and the server has the request.
    const claimed = await tab.queue.claim(entry)
    if (!claimed) throw new Error('not claimed')
    await tab.client.perform(claimed.request, { key: id })
    expect(await stateOf(id)).toBe('sending')

    const reopened = await browser.openTab()
    await reopened.sender.flushOutbox()
    expect(await stateOf(id)).toBe('done')
    expect(server.tries).toHaveLength(2)
    expect(server.effects).toHaveLength(1)
  })

  it('is retried after a server fault', async () => {
    server.mishaps.push({ status: 500, body: { code: 'fault', error: 'x', message: 'y' } })
    const id = await queued()
    expect(await tab.sender.flushOutbox()).toBe(1)
    expect(await tab.queue.findEntry(id)).toMatchObject({ state: 'unknown', tries: 1 })
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('waits as long as the server asks', async () => {
    const body = { code: 'busy.try_later', error: 'Busy', message: 'later' }
    server.mishaps.push({ status: 503, body, headers: { 'retry-after': '1' } })
    const id = await queued()
    await tab.sender.flushOutbox()
    await tab.sender.flushOutbox(true)
    expect(server.tries).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('keeps a refusal until it is dismissed', async () => {
    const body = { code: 'deposit.below_minimum', error: 'Invalid Amount', message: 'Minimum …' }
    server.mishaps.push({ status: 409, body })
    const id = await queued()
    await tab.sender.flushOutbox()
    await tab.sender.flushOutbox(true)
    expect(await tab.queue.findEntry(id)).toMatchObject({
      state: 'refused',
      failure: { status: 409, code: 'deposit.below_minimum', message: 'Minimum …' },
    })
    expect(server.tries).toHaveLength(0)
    await tab.queue.dismissEntry(id)
    expect(await tab.queue.findEntry(id)).toBeUndefined()
  })

  it.each([
    ['a 403 page of a proxy', { status: 403 }],
    ['a 200 page of a captive portal', { status: 200 }],
  ])('does not accept %s as an answer', async (_, mishap) => {
    server.mishaps.push(mishap)
    const id = await queued()
    await tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('unknown')
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('does not block later submissions when it fails alone', async () => {
    server.mishaps.push({ status: 500 })
    const [first, second] = [await queued(), await queued()]
    await tab.sender.flushOutbox()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['unknown', 'done'])
  })
})

describe('a sending that hangs', () => {
  const limits: { readonly ms: number; readonly end: () => void }[] = []

  beforeEach(async () => {
    await tab.token.validGrant()
    limits.length = 0
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      limits.push({ ms, end: () => limit.abort(new DOMException('', 'TimeoutError')) })
      return limit.signal
    })
  })
  afterEach(() => void vi.restoreAllMocks())

  it('is given up and does not block the others', async () => {
    server.mishaps.push('hang')
    const [first, second, third] = [await queued(), await queued(), await queued()]
    const sending = tab.sender.flushOutbox()
    await expect.poll(() => server.hanging).toBe(1)
    limits[0]?.end()
    await sending
    expect(await stateOf(first)).toBe('unknown')
    expect([await stateOf(second), await stateOf(third)]).toEqual(['done', 'done'])
    await tab.sender.flushOutbox(true)
    expect(await stateOf(first)).toBe('done')
    expect(server.effects).toHaveLength(3)
  })

  it('has more time the larger its files are', async () => {
    for (const kilobytes of [0, 800, 20_000]) {
      const content = new Blob([new Uint8Array(kilobytes * 1_000)])
      const files = [{ field: 'screenshot', name: 'a.jpg', content }]
      await queued({ request: { ...depositEntry().request, files } })
    }
    await tab.sender.flushOutbox()
    expect(limits.map(({ ms }) => ms)).toEqual([20_000, 70_000, 120_000])
  })
})

describe('without a connection to the server', () => {
  it.each(['off', 'off unnoticed'] as const)('a submission waits unsent (%s)', async (network) => {
    // If the browser reports no disconnect, the first failed request reveals it.
    browser.setNetwork(network)
    await tab.token.validGrant().catch(() => undefined)
    const id = await queued()
    await tab.sender.flushOutbox(true)
    expect(await tab.queue.findEntry(id)).toMatchObject({ state: 'waiting', tries: 0 })
    browser.setNetwork('on')
    await tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
    expect(server.tries).toHaveLength(1)
  })

  it('a waiting submission can be cancelled, with those that depend on it', async () => {
    browser.setNetwork('off')
    const first = await queued()
    const second = await queued({ dependsOn: first })
    await tab.sender.flushOutbox(true)
    expect(await tab.queue.cancelEntry(first)).toBe(true)
    expect(await tab.queue.findEntry(second)).toBeUndefined()
    browser.setNetwork('on')
    await tab.sender.flushOutbox(true)
    expect(server.tries).toHaveLength(0)
  })

  it('one that may have arrived cannot be cancelled', async () => {
    server.mishaps.push('lose')
    const id = await queued()
    await tab.sender.flushOutbox()
    expect(await tab.queue.cancelEntry(id)).toBe(false)
  })
})

describe('several tabs', () => {
  it('send every submission once and refresh the session once', async () => {
    server.refreshDelayMs = 50
    const ids = await atOnce(12, () => queued())
    const others = [await browser.openTab(), await browser.openTab(), await browser.openTab()]
    await Promise.all([tab, ...others].map((each) => each.sender.flushOutbox(true)))
    expect(server.tries.map((write) => write.key).sort()).toEqual([...ids].sort())
    expect(server.counts.refresh).toBe(1)
  })
})

describe('a submission that depends on another', () => {
  it('is sent after it', async () => {
    server.mishaps.push({ status: 500 })
    const first = await queued()
    const second = await queued({ dependsOn: first })
    await tab.sender.flushOutbox()
    expect(await stateOf(second)).toBe('waiting')
    await tab.sender.flushOutbox(true)
    expect(server.effects.map((write) => write.key)).toEqual([first, second])
  })

  it('is refused with it', async () => {
    server.mishaps.push({ status: 409, body: { code: 'x.y', error: 'x', message: 'y' } })
    const second = await queued({ dependsOn: await queued() })
    await tab.sender.flushOutbox()
    const failure = { code: 'outbox.dependency_refused' }
    expect(await tab.queue.findEntry(second)).toMatchObject({ state: 'refused', failure })
  })
})

describe('storage', () => {
  it('reports that it is full', async () => {
    tab.db.outbox.hook('creating', () => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await expect(queued()).rejects.toMatchObject({ code: 'storage.full' })
  })

  it('reports a file that can no longer be read', async () => {
    const broken = { arrayBuffer: () => Promise.reject(new DOMException('gone')) }
    const entry = depositEntry()
    const files = [{ field: 'screenshot', name: 'a.jpg', content: broken as unknown as Blob }]
    await expect(
      tab.queue.enqueue({ ...entry, request: { ...entry.request, files } }),
    ).rejects.toMatchObject({ code: 'file.unreadable' })
  })
})
