import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { depositEntry, USER } from './support/submissions.ts'

/** How long the first attempt may take; shortened in this test. */
const STORE_MS = 5_000

let browser: Browser
let tab: Tab
beforeEach(async () => {
  browser = openBrowser('http://127.0.0.1:1')
  tab = await browser.openTab()
  await tab.local.setActiveUser(USER)
})
afterEach(() => browser.close())

const fact = (value: string) => ({ name: 'active-user', value }) as const
const activeUser = async () => (await tab.db.facts.get('active-user'))?.value

/** A transaction that never ends, as the browser sees it. */
function begin(table: string): IDBTransaction {
  const transaction = tab.db.backendDB().transaction(table, 'readwrite')
  const store = transaction.objectStore(table)
  const keepAlive = () => {
    store.count().onsuccess = keepAlive
  }
  keepAlive()
  return transaction
}

it('a transaction ends when its page is left, and none begins after that', async () => {
  const left = begin('facts')
  const waiting = tab.db.facts.put(fact('another user'))
  browser.turn('pagehide')
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(left.error).toBeNull()
  expect(() => left.objectStore('facts').count()).toThrow()
  await expect(tab.db.facts.put(fact('another user'))).rejects.toThrow()
  browser.turn('pageshow')
  expect(await activeUser()).toBe(USER)
  await tab.db.facts.put(fact('another user'))
  expect(await activeUser()).toBe('another user')
})

it('a submission is stored even if an earlier write got no response', async () => {
  begin('outbox')
  const wait = globalThis.setTimeout
  const stubbed = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
    if (ms !== STORE_MS) return wait(work, ms)
    stubbed.mockRestore()
    return wait(work, 50)
  })
  await tab.queue.enqueue(depositEntry())
  expect(await tab.db.outbox.count()).toBe(1)
})

it('a page that is left while it reads stored responses ends without an error', async () => {
  const { readKept } = await import('#pwa/data/read-kept.ts')
  const { transaction } = IDBDatabase.prototype
  const begun = Promise.withResolvers<void>()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...asked
  ) {
    queueMicrotask(begun.resolve)
    return transaction.apply(this, asked)
  })
  const reading = readKept(USER)
  await begun.promise
  browser.turn('pagehide')
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
