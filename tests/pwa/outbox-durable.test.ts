import { describe, expect, it } from 'vitest'
import { deviceOfUser } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = deviceOfUser()

/** The response header for an event that no standby has yet. */
function recordedAt(epoch: number, position: number, durable = 0): void {
  device.server.headers = {
    'log-epoch': String(epoch),
    'log-position': String(position),
    'log-durable': String(durable),
  }
}

async function sent(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await device.tab.queue.enqueue(entry)
  await device.tab.sender.flushOutbox()
  return entry.id
}

const stored = async (id: string) => await device.tab.db.outbox.get({ id })
const keysTried = () => device.server.tries.map(({ key }) => key)

describe('a submission that the server has recorded', () => {
  it('is kept with its files, shown as done, until the server cannot lose it', async () => {
    recordedAt(1, 7)
    const id = await sent()
    expect(await stored(id)).toMatchObject({ state: 'done', place: { epoch: 1, position: 7 } })
    expect((await stored(id))?.sealedRequest).toBeDefined()
    expect(await device.tab.queue.countUnsent(USER)).toBe(0)

    expect(await device.tab.durable.noteDurable(USER, { epoch: 1, position: 6 })).toBe(false)
    expect((await stored(id))?.sealedRequest).toBeDefined()
    expect(await device.tab.durable.noteDurable(USER, { epoch: 1, position: 7 })).toBe(false)
    expect((await stored(id))?.place).toBeUndefined()
    expect((await stored(id))?.sealedRequest).toBeUndefined()
    await device.tab.sender.flushOutbox(true)
    expect(keysTried()).toEqual([id])
  })

  it('is deleted at once if the response or an earlier watermark says that it is durable', async () => {
    recordedAt(1, 7, 7)
    expect((await stored(await sent()))?.sealedRequest).toBeUndefined()
    await device.tab.durable.noteDurable(USER, { epoch: 1, position: 9 })
    recordedAt(1, 8)
    expect((await stored(await sent()))?.sealedRequest).toBeUndefined()
  })

  it('is kept longer than other entries', async () => {
    recordedAt(1, 7)
    const id = await sent()
    await device.tab.db.outbox.where({ id }).modify({ settledAtMs: 0 })
    await device.tab.sender.flushOutbox()
    expect(await stored(id)).toBeDefined()
    await device.tab.durable.noteDurable(USER, { epoch: 1, position: 7 })
    await device.tab.sender.flushOutbox()
    expect(await stored(id)).toBeUndefined()
  })
})

describe('a submission that the server has lost', () => {
  it('is sent again under its key, invisibly, once the live channel reports another epoch', async () => {
    recordedAt(1, 7)
    const id = await sent()
    const shown: number[] = []
    const stop = device.tab.start.startOutbox(USER)
    const unsubscribe = device.tab.outboxStore.subscribe(
      ({ entries }) => void shown.push(entries.length),
    )
    expect(await device.tab.durable.noteDurable(USER, { epoch: 2, position: 3 })).toBe(true)
    recordedAt(2, 4)
    await device.tab.sender.flushOutbox(true)
    unsubscribe()
    stop()
    expect(keysTried()).toEqual([id, id])
    expect(await stored(id)).toMatchObject({ state: 'done', place: { epoch: 2, position: 4 } })
    expect((await stored(id))?.isLost).toBeUndefined()
    expect(Math.max(0, ...shown)).toBe(0)
  })

  it('is sent again once the response to another submission reports another epoch', async () => {
    recordedAt(1, 7)
    const lost = await sent()
    recordedAt(2, 4)
    const next = await sent()
    await device.tab.sender.flushOutbox(true)
    expect(keysTried()).toEqual([lost, next, lost])
    expect(await stored(lost)).toMatchObject({ place: { epoch: 2 } })
  })

  it('is sent again even if its response arrives after the next epoch was reported', async () => {
    await device.tab.durable.noteDurable(USER, { epoch: 2, position: 3 })
    recordedAt(1, 7)
    const id = await sent()
    recordedAt(2, 4)
    await device.tab.sender.flushOutbox(true)
    expect(keysTried()).toEqual([id, id])
    expect(await stored(id)).toMatchObject({ place: { epoch: 2, position: 4 } })
  })

  it('stays shown as done while it cannot be sent, and is sent before the next one of its series', async () => {
    recordedAt(1, 7)
    const inOrder = { series: 'deposits' }
    const id = await sent({ inOrder })
    await device.tab.durable.noteDurable(USER, { epoch: 2, position: 3 })
    const body = { code: 'busy.try_later', error: 'Busy', message: 'later' }
    device.server.mishaps.push({ status: 503, body }, { status: 503, body })
    const next = await sent({ inOrder })
    expect(await stored(id)).toMatchObject({ state: 'done', isLost: true })
    expect(await stored(next)).toMatchObject({ state: 'waiting' })
    device.server.mishaps.length = 0
    recordedAt(2, 4)
    await device.tab.sender.flushOutbox(true)
    expect(keysTried()).toEqual([id, id, next])
  })

  it('is shown as refused if the server now refuses it', async () => {
    recordedAt(1, 7)
    const id = await sent()
    await device.tab.durable.noteDurable(USER, { epoch: 2, position: 3 })
    const body = { code: 'balance.insufficient', error: 'Too Little', message: 'Not enough.' }
    device.server.mishaps.push({ status: 409, body })
    await device.tab.sender.flushOutbox(true)
    expect(await stored(id)).toMatchObject({ state: 'refused', failure: { status: 409 } })
    expect((await stored(id))?.sealedRequest).toBeUndefined()
  })

  it('waits for its user if the server asks for a proof of who acts', async () => {
    recordedAt(1, 7)
    const id = await sent()
    await device.tab.durable.noteDurable(USER, { epoch: 2, position: 3 })
    const body = { code: 'step_up.required', error: 'Confirm', message: 'Confirm it is you.' }
    device.server.mishaps.push({ status: 403, body })
    await device.tab.sender.flushOutbox(true)
    expect(await device.tab.queue.findEntry(id)).toMatchObject({
      state: 'waiting',
      failure: { code: 'step_up.required' },
    })
  })
})
