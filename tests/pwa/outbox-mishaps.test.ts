import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { HOUR_MS } from '#shared/time.ts'
import { signedInDevice } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = signedInDevice()

afterEach(() => {
  vi.restoreAllMocks()
})

it('a submission queued before the clock was set back is sent at once', async () => {
  const real = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3 * HOUR_MS)
  device.browser.setNetwork('off')
  await device.tab.queue.enqueue(depositEntry())
  await device.tab.sender.flushOutbox(true)
  clock.mockRestore()
  device.browser.setNetwork('on')
  await device.tab.sender.flushOutbox(false)
  expect(device.server.effects).toHaveLength(1)
})

it('a server that asks for a wait of more than ten minutes is retried after ten', async () => {
  const body = { code: 'busy.try_later', error: 'Busy', message: 'later' }
  device.server.mishaps.push({ status: 503, body, headers: { 'retry-after': '86400' } })
  const entry = depositEntry()
  await device.tab.queue.enqueue(entry)
  await device.tab.sender.flushOutbox(true)
  const found = await device.tab.queue.findEntry(entry.id)
  expect(found?.notBeforeMs).toBeLessThanOrEqual(Date.now() + 600_000)
  expect(found?.notBeforeMs).toBeGreaterThan(Date.now() + 500_000)
})

it('a submission that a server of the previous release does not know is sent to one that does', async () => {
  const body = { code: 'route.unknown', error: 'Not Found', message: 'no such address' }
  device.server.mishaps.push({ status: 404, body })
  const entry = depositEntry()
  await device.tab.queue.enqueue(entry)
  await device.tab.sender.flushOutbox(true)
  expect(await device.tab.queue.findEntry(entry.id)).toMatchObject({ state: 'waiting' })
  await device.tab.sender.flushOutbox(true)
  expect(device.server.effects.map(({ key }) => key)).toEqual([entry.id])
})

it('a refusal of the account leaves the outcome of an earlier attempt open', async () => {
  const body = { code: 'account.disabled', error: 'x', message: 'disabled' }
  device.server.mishaps.push('lose', { status: 403, body })
  const accepted = depositEntry()
  await device.tab.queue.enqueue(accepted)
  await device.tab.sender.flushOutbox(true)
  await device.tab.sender.flushOutbox(true)
  expect(await device.tab.queue.findEntry(accepted.id)).toMatchObject({
    state: 'unknown',
    failure: { message: 'disabled' },
  })
  await device.tab.sender.flushOutbox(true)
  expect(await device.tab.queue.findEntry(accepted.id)).toMatchObject({ state: 'done' })

  const looked = { status: 403, body: { ...body, recorded: false } }
  device.server.mishaps.push('drop', looked, looked)
  const [dropped, fresh] = [depositEntry(), depositEntry()]
  for (const entry of [dropped, fresh]) {
    await device.tab.queue.enqueue(entry)
    await device.tab.sender.flushOutbox(true)
  }
  expect(await device.tab.queue.findEntry(dropped.id)).toMatchObject({ state: 'refused' })
  expect(await device.tab.queue.findEntry(fresh.id)).toMatchObject({ state: 'refused' })
})

it('an entry whose key is gone is deleted, and those behind it are sent', async () => {
  await device.tab.queue.enqueue(depositEntry())
  await device.tab.db.keys.delete(USER)
  const again = await device.browser.openTab()
  const fresh = depositEntry()
  await again.queue.enqueue(fresh)
  await again.sender.flushOutbox(true)
  expect(device.server.effects.map(({ key }) => key)).toEqual([fresh.id])
  expect(await again.db.outbox.count()).toBe(1)
})

it('a submission that a slow browser stores after the user was told otherwise is removed', async () => {
  const seal = crypto.subtle.encrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    await sleep(3_200)
    return seal(...given)
  })
  const stored = vi.spyOn(device.tab.db.outbox, 'add')
  device.browser.setNetwork('off')
  const submission = await device.tab.submit(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.1', price: '20000' },
  })
  expect(await submission.news).toMatchObject({ failure: { code: 'offline.not_kept' } })
  await expect.poll(() => stored.mock.calls.length).toBe(1)
  await expect.poll(() => device.tab.db.outbox.count()).toBe(0)
})
