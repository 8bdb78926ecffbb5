import { describe, expect, it } from 'vitest'
import { routeKey } from '#pwa/data/api-request.ts'
import { newEntry } from '#pwa/data/outbox/new-entry.ts'
import { switchNotification } from '#shared/contract/notification-preferences.ts'
import { removeSavedAddress } from '#shared/contract/saved-addresses.ts'
import { sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { contractRoutes } from './support/contract-routes.ts'
import { deviceOfUser } from './support/device.ts'
import { depositEntry, screenshot, USER } from './support/submissions.ts'

const device = deviceOfUser()

const REFUSED = { status: 409, body: { code: 'x.y', error: 'x', message: 'y' } }

const flush = () => device.tab.sender.flushOutbox(true)
const keysTaken = () => device.server.effects.map(({ key }) => key)
const find = (id: string) => device.tab.queue.findEntry(id)

type NewEntryArgs = Parameters<typeof newEntry>
function enqueue(route: NewEntryArgs[0], input: NewEntryArgs[1]): Promise<string> {
  const ids = { id: crypto.randomUUID(), userId: USER }
  return device.tab.queue.enqueue(newEntry(route, input, ids))
}

const start = (message: string) => enqueue(startConversation, { body: { message } })
const write = (message: string) =>
  enqueue(sendSupportMessage, { body: { conversationId: USER, message } })
const writeImage = () =>
  enqueue(sendSupportMessage, {
    body: { conversationId: USER },
    files: { picture: screenshot() },
  })
const turn = (kind: string, isOn: boolean) => enqueue(switchNotification, { body: { kind, isOn } })

describe('messages to support', () => {
  it('arrive in the order in which they were written', async () => {
    device.server.mishaps.push({ status: 500 })
    const ids = [await start('one'), await writeImage(), await write('three')]
    await flush()
    expect(keysTaken()).toEqual([])
    await flush()
    expect(keysTaken()).toEqual(ids)
  })

  it('arrive in order if the first was written in another tab', async () => {
    device.server.mishaps.push({ status: 500 })
    const first = await writeImage()
    const other = await device.browser.openTab()
    const body = { conversationId: USER, message: 'two' }
    const second = crypto.randomUUID()
    await other.queue.enqueue(newEntry(sendSupportMessage, { body }, { id: second, userId: USER }))
    await flush()
    await other.sender.flushOutbox(true)
    expect(keysTaken()).toEqual([first, second])
  })

  it('are sent if the one before was refused', async () => {
    device.server.mishaps.push(REFUSED)
    const [first, second] = [await writeImage(), await write('two')]
    await flush()
    expect(await find(first)).toMatchObject({ state: 'refused' })
    expect(keysTaken()).toEqual([second])
  })

  it('keep their order if one between them is cancelled', async () => {
    device.server.mishaps.push({ status: 500 })
    const [first, second, third] = [await write('one'), await write('two'), await write('three')]
    expect(await device.tab.queue.cancelEntry(second)).toBe(true)
    await flush()
    expect(keysTaken()).toEqual([])
    await flush()
    expect(keysTaken()).toEqual([first, third])
  })

  it('do not hold up other submissions', async () => {
    device.server.mishaps.push({ status: 500 })
    await write('one')
    const deposit = depositEntry()
    await device.tab.queue.enqueue(deposit)
    await flush()
    expect(keysTaken()).toEqual([deposit.id])
  })

  it('are due when the one before is', async () => {
    device.server.mishaps.push({ status: 500 })
    const first = await write('one')
    await write('two')
    await flush()
    const due = device.tab.sender.nextTryAtMs(await device.tab.queue.listEntries(USER))
    expect(due).toBe((await find(first))?.nextTryAtMs)
  })
})

describe('switches of one kind of notification', () => {
  it('are sent in order, and do not wait for those of another kind', async () => {
    device.server.mishaps.push({ status: 500 })
    const off = await turn('loan_results', false)
    const other = await turn('news', false)
    const on = await turn('loan_results', true)
    await flush()
    expect(keysTaken()).toEqual([other])
    await flush()
    expect(keysTaken()).toEqual([other, off, on])
  })

  it('take the last position if an earlier one was refused', async () => {
    device.server.mishaps.push(REFUSED)
    await turn('loan_results', false)
    const on = await turn('loan_results', true)
    await flush()
    expect(keysTaken()).toEqual([on])
  })
})

describe('a command that is submitted again while it waits', () => {
  const acknowledge = (id: string) =>
    enqueue(acknowledgeTransaction, { body: { type: 'deposit', id, is_new: false } })

  it('joins the first one', async () => {
    device.browser.setNetwork('off')
    const first = await acknowledge('a result')
    const removed = await enqueue(removeSavedAddress, { params: { id: 'an address' } })
    await flush()
    expect(await acknowledge('a result')).toBe(first)
    expect(await enqueue(removeSavedAddress, { params: { id: 'an address' } })).toBe(removed)
    expect(await device.tab.queue.countUnsent(USER)).toBe(2)
  })

  it('is a new one for another item, and after the first is settled', async () => {
    const first = await acknowledge('a result')
    const other = await acknowledge('another result')
    await flush()
    const again = await acknowledge('a result')
    expect(new Set([first, other, again]).size).toBe(3)
  })

  it('is a new one if the first is being cancelled', async () => {
    const first = await acknowledge('a result')
    device.server.mishaps.push(REFUSED)
    let again = ''
    device.server.onWrite = async () => {
      device.server.onWrite = () => undefined
      await device.tab.queue.cancelEntry(first)
      again = await acknowledge('a result')
    }
    await flush()
    await flush()
    expect(keysTaken()).toEqual([again])
    expect(again).not.toBe(first)
  })

  it('is a new one where each counts, such as two messages', async () => {
    device.browser.setNetwork('off')
    expect(await write('Hello?')).not.toBe(await write('Hello?'))
  })
})

it('only routes that queue have a series or are joined, and an item is a field of the body', async () => {
  for (const route of await contractRoutes()) {
    const { inOrder, joinsWaiting, offline, body } = route
    if (inOrder || joinsWaiting) expect(offline, routeKey(route)).toBe('queue')
    if (inOrder?.of) expect(body).toHaveProperty(['shape', inOrder.of])
  }
})
