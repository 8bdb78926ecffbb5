import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OUTBOX_LOCK } from '#pwa/data/activity.ts'
import { withTabLock } from '#pwa/data/tabs.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import { signedInDevice } from './support/device.ts'
import { screenshot, USER } from './support/submissions.ts'

const device = signedInDevice()

beforeEach(() => {
  device.stops.push(device.tab.start.startOutbox(USER))
})

const deposit = {
  body: { symbol: 'BTC', amount: '0.5' },
  get files() {
    return { screenshot: screenshot() }
  },
} as const
const order = {
  body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.1', price: '20000' },
} as const
const market = {
  body: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '0.1', price: '20000' },
} as const

describe('a queueing route', () => {
  it('goes through the outbox online and reports the response', async () => {
    const submission = await device.tab.submit(submitDeposit, deposit)
    expect(await submission.news).toMatchObject({
      state: 'done',
      response: { id: expect.any(String) },
    })
    expect(device.server.effects).toHaveLength(1)
  })

  it('waits in the list offline, and is sent when the network is back', async () => {
    device.browser.setNetwork('off')
    const submission = await device.tab.submit(submitDeposit, deposit)
    expect(await submission.news).toEqual({ state: 'waiting' })
    await expect
      .poll(() => device.tab.outboxStore.getState().entries)
      .toMatchObject([{ id: submission.id, state: 'waiting', body: { amount: '0.5' } }])
    device.browser.setNetwork('on')
    expect(await submission.outcome).toMatchObject({ state: 'done' })
    await expect.poll(() => device.tab.outboxStore.getState().entries).toEqual([])
    expect(device.server.effects).toHaveLength(1)
  })

  it('retries automatically after a lost response', async () => {
    device.server.mishaps.push('lose')
    const submission = await device.tab.submit(placeTrade, order)
    expect(await submission.news).toEqual({ state: 'waiting' })
    expect(await submission.outcome).toMatchObject({ state: 'done' })
    expect(device.server.tries.map((write) => write.key)).toEqual([submission.id, submission.id])
    expect(device.server.effects).toHaveLength(1)
  })

  it('reports a refusal, and removes it from the list once the form has shown it', async () => {
    device.server.mishaps.push({
      status: 409,
      body: { code: 'balance.insufficient', message: 'no' },
    })
    const submission = await device.tab.submit(placeTrade, order)
    expect(await submission.news).toMatchObject({ state: 'refused', failure: { message: 'no' } })
    await submission.dismiss()
    expect(await device.tab.queue.findEntry(submission.id)).toBeUndefined()
  })

  it('tells the form when it is cancelled', async () => {
    device.browser.setNetwork('off')
    const submission = await device.tab.submit(placeTrade, order)
    await submission.news
    await device.tab.queue.cancelEntry(submission.id)
    expect(await submission.outcome).toEqual({ state: 'cancelled' })
  })
})

describe('a submission that waits', () => {
  it('asks the browser once for persistent storage, and is at risk if the browser refuses', async () => {
    const persist = vi.fn(async () => false)
    Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
    device.stops.push(() => Reflect.deleteProperty(navigator, 'storage'))
    expect(device.tab.outboxStore.getState().isLasting).toBeUndefined()
    device.browser.setNetwork('off')
    await device.tab.submit(placeTrade, order)
    await device.tab.submit(placeTrade, order)
    await expect.poll(() => device.tab.outboxStore.getState().isLasting).toBe(false)
    expect(persist).toHaveBeenCalledOnce()
  })
})

describe('if the browser stores nothing', () => {
  const forbidden = () => {
    throw new DOMException('not in a private window', 'DataCloneError')
  }

  it('a submission with a file is sent directly, and forms know that it is not kept', async () => {
    device.tab.db.keys.hook('creating', forbidden)
    const submission = await device.tab.submit(submitDeposit, deposit)
    expect(await submission.news).toMatchObject({ state: 'done' })
    expect(device.server.effects[0]?.body).toContain('filename="proof.jpg"')
    expect(device.tab.outboxStore.getState().isKept).toBe(false)
  })

  it('a submission is refused offline, with the reason', async () => {
    device.tab.db.outbox.hook('creating', forbidden)
    device.browser.setNetwork('off')
    const submission = await device.tab.submit(placeTrade, order)
    expect(await submission.news).toMatchObject({
      state: 'refused',
      failure: { code: 'offline.not_kept' },
    })
    device.browser.setNetwork('on')
    expect(device.server.tries).toHaveLength(0)
  })

  it('pressing again after a lost response has one effect', async () => {
    device.tab.db.outbox.hook('creating', forbidden)
    device.server.mishaps.push('lose', 'lose', 'lose')
    const first = await device.tab.submit(placeTrade, order)
    expect(await first.news).toMatchObject({ failure: { code: 'outcome.not_kept' } })
    const second = await device.tab.submit(placeTrade, order)
    expect(await second.news).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })
})

describe('an unexpected exception after the response', () => {
  it('is not shown as a failed order, and pressing again has one effect', async () => {
    await device.tab.token.validGrant()
    vi.spyOn(Headers.prototype, 'get').mockImplementation(() => {
      throw new TypeError('not a function')
    })
    const first = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await first.news).toMatchObject({ failure: { code: 'outcome.unknown' } })
    vi.restoreAllMocks()
    const second = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await second.news).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })

  it('leaves a stored submission in the list, and it is sent once', async () => {
    await device.tab.token.validGrant()
    vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
      throw new TypeError('not a function')
    })
    const submission = await device.tab.submit(placeTrade, order)
    expect(await submission.news).toEqual({ state: 'waiting' })
    vi.restoreAllMocks()
    await expect.poll(() => device.server.effects.length).toBe(1)
  })
})

describe('a submission that needs a proof of who acts', () => {
  const response = { code: 'step_up.required', message: 'no', methods: ['password'], statement: '' }
  let asked = 0

  // The sender may make any number of attempts before the proof.
  beforeEach(() => {
    asked = 0
    device.server.mishaps.push(
      ...Array.from({ length: 1_000 }, () => ({ status: 403, body: response })),
    )
  })

  const answering = (isProved: boolean) =>
    device.tab.stepUp.onStepUp(async () => {
      asked += 1
      if (isProved) device.server.mishaps.length = 0
      return isProved
    })

  it('is sent again under the same key once its user has given it', async () => {
    answering(true)
    const submission = await device.tab.submit(placeTrade, order)
    expect(await submission.outcome).toMatchObject({ state: 'done' })
    expect(device.server.tries.map((write) => write.key)).toEqual([submission.id])
    expect(asked).toBe(1)
  })

  it('is kept when its user declines, and asks again only on request', async () => {
    answering(false)
    const { id, news, outcome } = await device.tab.submit(placeTrade, order)
    expect(await news).toEqual({ state: 'waiting', isProofMissing: true })
    const tries = async () => (await device.tab.queue.findEntry(id))?.tries
    const before = (await tries()) ?? 0
    await device.tab.sender.flushOutbox(true)
    await expect.poll(tries).toBeGreaterThan(before)
    expect(asked).toBe(1)
    answering(true)
    await device.tab.confirm.confirmEntry(id)
    expect(await outcome).toMatchObject({ state: 'done' })
    expect(asked).toBe(2)
  })

  it('asks once if the response to an earlier attempt arrives after the proof', async () => {
    answering(false)
    const { id, news, outcome } = await device.tab.submit(placeTrade, order)
    await news
    const proof = Promise.withResolvers<boolean>()
    device.tab.stepUp.onStepUp(() => {
      asked += 1
      return proof.promise
    })
    const confirmed = device.tab.confirm.confirmEntry(id)
    await expect.poll(() => asked).toBe(2)
    // The submission is refused while the dialog is open.
    const { tries = 0 } = (await device.tab.queue.findEntry(id)) ?? {}
    await device.tab.sender.flushOutbox(true)
    await expect
      .poll(async () => (await device.tab.queue.findEntry(id))?.tries)
      .toBeGreaterThan(tries)
    device.server.mishaps.length = 0
    proof.resolve(true)
    await confirmed
    expect(await outcome).toMatchObject({ state: 'done' })
    expect(asked).toBe(2)
  })

  it('asks after the running attempt when the user wants to confirm', async () => {
    answering(false)
    const { id, news, outcome } = await device.tab.submit(placeTrade, order)
    await news
    // With the sender's lock held, nothing else can end the attempt.
    await withTabLock(OUTBOX_LOCK, async () => {
      const entry = await device.tab.queue.findEntry(id)
      expect(entry && (await device.tab.queue.beginSending(entry))).toBeDefined()
      answering(true)
      await device.tab.confirm.confirmEntry(id)
      expect(asked).toBe(1)
      await device.tab.queue.recoverInterrupted(USER)
    })
    await device.tab.sender.flushOutbox(true)
    expect(await outcome).toMatchObject({ state: 'done' })
    expect(asked).toBe(2)
  })
})

it('an action of staff has a key and reports the response', async () => {
  const submission = await device.tab.submit(approveOrder, { params: { id: USER } })
  expect(await submission.news).toMatchObject({ state: 'done' })
  expect(device.server.effects[0]).toMatchObject({
    path: `/api/admin/orders/${USER}/approve`,
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
