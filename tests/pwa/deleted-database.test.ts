import { expect, it } from 'vitest'
import { deviceOfUser } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = deviceOfUser()
const KIND = depositEntry().kind

/** Runs the outbox of a tab until it has read the stored submissions. */
async function runOutbox(): Promise<void> {
  // Each read updates this store, even a read of an empty table.
  const looked = new Promise<void>((resolve) => {
    device.stops.push(device.tab.deleted.useDeletedSubmissions.subscribe(() => resolve()))
  })
  device.stops.push(device.tab.start.startOutbox(USER))
  await looked
  const count = await device.tab.queue.countUnsent(USER)
  await expect.poll(() => device.tab.outboxStore.getState().entries.length).toBe(count)
}

/** What a new tab shows about submissions that the browser has deleted. */
async function deletedInNewTab(): Promise<readonly string[]> {
  for (const stop of device.stops.splice(0)) stop()
  device.tab = await device.browser.openTab()
  await device.tab.local.setActiveUser(USER)
  await runOutbox()
  return device.tab.deleted.useDeletedSubmissions.getState().kinds
}

async function waitOffline(): Promise<string> {
  device.browser.setNetwork('off')
  const entry = depositEntry()
  await device.tab.queue.enqueue(entry)
  await runOutbox()
  return entry.id
}

it('submissions that the browser deletes before they are sent are reported', async () => {
  await waitOffline()
  await device.tab.db.delete()
  expect(await deletedInNewTab()).toEqual([KIND])
  expect(await deletedInNewTab(), 'until the user has looked').toEqual([KIND])
  device.tab.deleted.noteSeen(USER, (kind) => kind === KIND)
  expect(await deletedInNewTab()).toEqual([])
})

it('submissions that are cancelled, sent or deleted by a log-out are not reported', async () => {
  await device.tab.queue.cancelEntry(await waitOffline())
  expect(await deletedInNewTab(), 'cancelled').toEqual([])
  await waitOffline()
  device.browser.setNetwork('on')
  await device.tab.sender.flushOutbox(true)
  expect(await deletedInNewTab(), 'sent').toEqual([])
  await waitOffline()
  await device.tab.local.forgetUser(USER)
  expect(await deletedInNewTab(), 'logged out').toEqual([])
})

it('a read of the outbox that a log-out overtakes is not taken for a deletion by the browser', async () => {
  await waitOffline()
  const leaving = device.tab.local.forgetUser(USER)
  device.tab.deleted.noteWaiting(USER, { kinds: [KIND], hasKey: true })
  await leaving
  expect(await deletedInNewTab()).toEqual([])
})
