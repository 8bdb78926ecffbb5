import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OUTBOX_LOCK } from '#pwa/data/activity.ts'
import { withTabLock } from '#pwa/data/tabs.ts'
import { uploadMsMax } from '#shared/contract/route.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { deviceOfUser } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = deviceOfUser()

const stateOf = async (id: string) => (await device.tab.queue.findEntry(id))?.state

async function queued(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await device.tab.queue.enqueue(entry)
  return entry.id
}

describe('calls to send while another tab is sending', () => {
  /** Resolves once all calls have returned. */
  async function whileAnotherSends(...calls: Parameters<typeof device.tab.sender.flushOutbox>[]) {
    const { promise: sent, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const other = withTabLock(OUTBOX_LOCK, () => {
      begin()
      return sent
    })
    await begun
    const waiting = calls.map((call) => device.tab.sender.flushOutbox(...call))
    end()
    await Promise.all([other, ...waiting])
  }

  it('share one attempt', async () => {
    device.server.mishaps.push({ status: 500 }, { status: 500 }, { status: 500 })
    const id = await queued()
    await whileAnotherSends([true], [true], [true])
    expect(await device.tab.queue.findEntry(id)).toMatchObject({ state: 'unknown', tries: 1 })
  })

  it('ignore the backoff if one of them does', async () => {
    device.server.mishaps.push({ status: 500 })
    const id = await queued()
    await device.tab.sender.flushOutbox()
    await whileAnotherSends([false], ['untried'])
    expect(await stateOf(id)).toBe('unknown')
    await whileAnotherSends([false], [true], ['untried'])
    expect(await stateOf(id)).toBe('done')
  })

  it('are not joined by a call once they have started', async () => {
    device.server.mishaps.push({ status: 500 })
    device.server.refreshDelayMs = 100
    const id = await queued()
    const first = device.tab.sender.flushOutbox(true)
    await expect.poll(() => device.server.idle).toHaveLength(1)
    await Promise.all([first, device.tab.sender.flushOutbox(true)])
    expect(await stateOf(id)).toBe('done')
  })
})

describe('a submission in the outbox', () => {
  it('is sent with its fields, its file and its id as Idempotency-Key', async () => {
    const id = await queued()
    expect(await device.tab.sender.flushOutbox()).toBe(0)
    expect(await stateOf(id)).toBe('done')
    const [write] = device.server.effects
    expect(write).toMatchObject({ path: '/api/deposit-requests', key: id, userId: USER })
    expect(write?.type).toContain('multipart/form-data')
    expect(write?.body).toContain('name="amount"\r\n\r\n0.5')
    expect(write?.body).toContain('filename="proof.jpg"')
    expect(write?.body).toContain('\u00ff\u00d8\u00ff')
  })

  it('drops its files once the server has them', async () => {
    const id = await queued()
    await device.tab.sender.flushOutbox()
    const [stored] = await device.tab.db.outbox.toArray()
    expect(stored).toMatchObject({ id, state: 'done' })
    expect(stored?.sealedRequest).toBeUndefined()
  })

  it('has one effect when its response is lost', async () => {
    device.server.mishaps.push('lose', 'lose')
    const id = await queued()
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('unknown')
    await device.tab.sender.flushOutbox(true)
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
    expect(device.server.tries.map((write) => write.key)).toEqual([id, id, id])
    expect(device.server.effects).toHaveLength(1)
  })

  it('has one effect when the app is killed between commit and response', async () => {
    const id = await queued()
    const entry = await device.tab.queue.findEntry(id)
    if (!entry) throw new Error('not stored')
    // A killed tab leaves a row in "sending", and the server has the request.
    const sending = await device.tab.queue.beginSending(entry)
    if (!sending) throw new Error('not sending')
    await device.tab.client.perform(sending.request, { key: id })
    expect(await stateOf(id)).toBe('sending')

    const reopened = await device.browser.openTab()
    await reopened.sender.flushOutbox()
    expect(await stateOf(id)).toBe('done')
    expect(device.server.tries).toHaveLength(2)
    expect(device.server.effects).toHaveLength(1)
  })

  it('is retried after a server fault', async () => {
    device.server.mishaps.push({ status: 500, body: { code: 'fault', error: 'x', message: 'y' } })
    const id = await queued()
    expect(await device.tab.sender.flushOutbox()).toBe(1)
    expect(await device.tab.queue.findEntry(id)).toMatchObject({ state: 'unknown', tries: 1 })
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('waits as long as the server asks', async () => {
    const body = { code: 'busy.try_later', error: 'Busy', message: 'later' }
    device.server.mishaps.push({ status: 503, body, headers: { 'retry-after': '1' } })
    const id = await queued()
    await device.tab.sender.flushOutbox()
    await device.tab.sender.flushOutbox(true)
    expect(device.server.tries).toHaveLength(0)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('keeps a refusal until it is dismissed', async () => {
    const body = { code: 'deposit.below_minimum', error: 'Invalid Amount', message: 'Minimum …' }
    device.server.mishaps.push({ status: 409, body })
    const id = await queued()
    await device.tab.sender.flushOutbox()
    await device.tab.sender.flushOutbox(true)
    expect(await device.tab.queue.findEntry(id)).toMatchObject({
      state: 'refused',
      failure: { status: 409, code: 'deposit.below_minimum', message: 'Minimum …' },
    })
    expect(device.server.tries).toHaveLength(0)
    await device.tab.queue.dismissEntry(id)
    expect(await device.tab.queue.findEntry(id)).toBeUndefined()
  })

  it.each([
    ['a 403 page of a proxy', { status: 403 }],
    ['a 200 page of a captive portal', { status: 200 }],
  ])('does not accept %s as a response', async (_, mishap) => {
    device.server.mishaps.push(mishap)
    const id = await queued()
    await device.tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('unknown')
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('does not block later submissions when it fails alone', async () => {
    device.server.mishaps.push({ status: 500 })
    const [first, second] = [await queued(), await queued()]
    await device.tab.sender.flushOutbox()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['unknown', 'done'])
  })
})

describe('an attempt that hangs', () => {
  const limits: { readonly ms: number; readonly end: () => void }[] = []

  beforeEach(async () => {
    await device.tab.token.validGrant()
    limits.length = 0
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      limits.push({ ms, end: () => limit.abort(new DOMException('', 'TimeoutError')) })
      return limit.signal
    })
  })
  afterEach(() => void vi.restoreAllMocks())

  it('is given up and does not block the others', async () => {
    device.server.mishaps.push('hang')
    const [first, second, third] = [await queued(), await queued(), await queued()]
    const sending = device.tab.sender.flushOutbox()
    await expect.poll(() => device.server.hanging).toBe(1)
    limits[0]?.end()
    await sending
    expect(await stateOf(first)).toBe('unknown')
    expect([await stateOf(second), await stateOf(third)]).toEqual(['done', 'done'])
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(first)).toBe('done')
    expect(device.server.effects).toHaveLength(3)
  })

  it('times out later the larger its files are', async () => {
    for (const kilobytes of [0, 800, 20_000]) {
      const content = new Blob([new Uint8Array(kilobytes * 1_000)])
      const files = [{ field: 'screenshot', name: 'a.jpg', content }]
      await queued({ request: { ...depositEntry().request, files } })
    }
    await device.tab.sender.flushOutbox()
    const forFiles = [800_000, 20_000_000].map((bytes) => 20_000 + uploadMsMax(bytes))
    expect(limits.map(({ ms }) => ms)).toEqual([20_000, ...forFiles])
  })
})

describe('without a connection to the server', () => {
  it.each(['off', 'off unnoticed'] as const)('a submission waits unsent (%s)', async (network) => {
    // If the browser does not report that it is offline, the first failed request reveals it.
    device.browser.setNetwork(network)
    await device.tab.token.validGrant().catch(() => undefined)
    const id = await queued()
    await device.tab.sender.flushOutbox(true)
    expect(await device.tab.queue.findEntry(id)).toMatchObject({ state: 'waiting', tries: 0 })
    device.browser.setNetwork('on')
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
    expect(device.server.tries).toHaveLength(1)
  })

  it('a waiting submission can be cancelled', async () => {
    device.browser.setNetwork('off')
    const id = await queued()
    await device.tab.sender.flushOutbox(true)
    expect(await device.tab.queue.cancelEntry(id)).toBe(true)
    device.browser.setNetwork('on')
    await device.tab.sender.flushOutbox(true)
    expect(device.server.tries).toHaveLength(0)
  })

  it('a submission that may have arrived cannot be cancelled', async () => {
    device.server.mishaps.push('lose')
    const id = await queued()
    await device.tab.sender.flushOutbox()
    expect(await device.tab.queue.cancelEntry(id)).toBe(false)
  })
})

describe('several tabs', () => {
  it('send every submission once and refresh the session once', async () => {
    device.server.refreshDelayMs = 50
    const ids = await atOnce(12, () => queued())
    const others = [
      await device.browser.openTab(),
      await device.browser.openTab(),
      await device.browser.openTab(),
    ]
    await Promise.all([device.tab, ...others].map((each) => each.sender.flushOutbox(true)))
    expect(device.server.tries.map((write) => write.key).sort()).toEqual([...ids].sort())
    expect(device.server.counts.refresh).toBe(1)
  })
})

describe('storage', () => {
  it('reports that it is full', async () => {
    device.tab.db.outbox.hook('creating', () => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await expect(queued()).rejects.toMatchObject({ code: 'storage.full' })
  })

  it('reports a file that can no longer be read', async () => {
    const broken = { arrayBuffer: () => Promise.reject(new DOMException('gone')) }
    const entry = depositEntry()
    const files = [{ field: 'screenshot', name: 'a.jpg', content: broken as unknown as Blob }]
    await expect(
      device.tab.queue.enqueue({ ...entry, request: { ...entry.request, files } }),
    ).rejects.toMatchObject({ code: 'file.unreadable' })
  })
})
