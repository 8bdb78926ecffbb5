import { describe, expect, it } from 'vitest'
import { deviceOfUser } from './support/device.ts'
import type { Mishap } from './support/loopback-server.ts'
import { depositEntry } from './support/submissions.ts'

const device = deviceOfUser()

const UNPROVED: Mishap = {
  status: 403,
  body: { code: 'step_up.required', error: 'Confirm', message: 'Confirm it is you.' },
}
const REFUSED: Mishap = { status: 409, body: { code: 'x.y', error: 'x', message: 'y' } }

const TOO_SLOW: Mishap = {
  status: 408,
  body: { code: 'upload.too_slow', error: 'Upload Too Slow', message: 'The upload took too long.' },
}

const stateOf = async (id: string) => (await device.tab.queue.findEntry(id))?.state

async function queued(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await device.tab.queue.enqueue(entry)
  return entry.id
}

/** Sends a submission, and cancels it once the server has received it. */
async function cancelWhileSending(id: string): Promise<void> {
  device.server.onWrite = async () => {
    expect(await device.tab.queue.cancelEntry(id)).toBe(false)
  }
  await device.tab.sender.flushOutbox(true)
  device.server.onWrite = () => {}
}

it('can be cancelled after an upload that was too slow', async () => {
  device.server.mishaps.push(TOO_SLOW)
  const id = await queued()
  await device.tab.sender.flushOutbox(true)
  expect(await stateOf(id)).toBe('waiting')
  expect(await device.tab.queue.cancelEntry(id)).toBe(true)
  await device.tab.sender.flushOutbox(true)
  expect(device.server.effects).toEqual([])
})

describe('a submission that is cancelled while it is being sent', () => {
  it.each([
    ['asks for a proof', UNPROVED],
    ['refuses it', REFUSED],
    ['is not ready', { status: 503, body: { code: 'busy.try_later', error: 'x', message: 'y' } }],
  ] as const)('is deleted if the server %s', async (_, mishap) => {
    device.server.mishaps.push(mishap)
    const id = await queued()
    await cancelWhileSending(id)
    expect(await stateOf(id)).toBeUndefined()
    await device.tab.sender.flushOutbox(true)
    expect(device.server.effects).toEqual([])
  })

  it('is done if the server accepts it', async () => {
    const id = await queued()
    await cancelWhileSending(id)
    expect(await stateOf(id)).toBe('done')
  })

  it('stays open if the response is lost, until the server has answered', async () => {
    device.server.mishaps.push('lose')
    const id = await queued()
    await cancelWhileSending(id)
    expect(await stateOf(id)).toBe('unknown')
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('stays open if an earlier attempt may have arrived', async () => {
    device.server.mishaps.push('lose', UNPROVED)
    const id = await queued()
    await device.tab.sender.flushOutbox(true)
    await cancelWhileSending(id)
    expect(await stateOf(id)).toBe('unknown')
  })
})
