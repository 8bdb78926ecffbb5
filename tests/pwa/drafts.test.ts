import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '#pwa/data/db.ts'
import { dropDraft, keepDraft, readDraft } from '#pwa/data/drafts.ts'
import { forgetUser } from '#pwa/data/local-data.ts'

const USER = 'a user'
const PICTURE = 'the picture of an identity card'

beforeEach(() => void openTab())
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await db.drafts.clear()
})

describe('a draft', () => {
  it('can be read by the tab that saved it', async () => {
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    expect(await read('loan.frontId')).toBe(PICTURE)
  })

  it('replaces an earlier one', async () => {
    await keepDraft(USER, 'loan', new Blob(['1']))
    await keepDraft(USER, 'loan', new Blob(['2']))
    expect(await read('loan')).toBe('2')
  })

  it('keeps the last content if an earlier one takes longer to encrypt', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<ArrayBuffer>()
    const slow = new Blob(['1'])
    slow.arrayBuffer = () => held
    const first = keepDraft(USER, 'loan', slow)
    await keepDraft(USER, 'loan', new Blob(['2']))
    release(new TextEncoder().encode('1').buffer)
    await first
    expect(await read('loan')).toBe('2')
  })

  it('is encrypted on disk', async () => {
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    const [kept] = await db.drafts.toArray()
    const bytes = Buffer.from(kept?.sealed ?? new ArrayBuffer())
    expect(bytes.length).toBeGreaterThan(PICTURE.length)
    expect(bytes.includes(PICTURE)).toBe(false)
  })

  it('cannot be read by another tab, or after the tab is closed', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    openTab()
    expect(await read('loan')).toBeUndefined()
  })

  it('stays when the same form is filled in another tab', async () => {
    const first = openTab()
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    const second = openTab()
    await keepDraft(USER, 'loan', new Blob(['another form']))
    await dropDraft(USER, ['loan'])
    expect(await read('loan')).toBeUndefined()
    first.show()
    expect(await read('loan')).toBe(PICTURE)
    second.show()
    expect(await read('loan')).toBeUndefined()
  })

  it('of the previous version can be read, and is deleted when the form is sent', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    const [kept] = await db.drafts.toArray()
    await db.drafts.clear()
    if (kept) await db.drafts.add({ ...kept, name: 'loan' })
    expect(await read('loan')).toBe(PICTURE)
    await dropDraft(USER, ['loan'])
    expect(await db.drafts.count()).toBe(0)
  })

  it('cannot be read by another user', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    expect(await readDraft('another user', 'loan')).toBeUndefined()
  })

  it('does not come back if the form is sent while it is being stored', async () => {
    const storing = keepDraft(USER, 'loan', new Blob([PICTURE]))
    await dropDraft(USER, ['loan'])
    await storing
    expect(await read('loan')).toBeUndefined()
    await keepDraft(USER, 'loan', new Blob(['the next one']))
    expect(await read('loan')).toBe('the next one')
  })

  it('is deleted when the form is sent', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    await dropDraft(USER, ['loan', 'loan.frontId'])
    expect(await db.drafts.count()).toBe(0)
  })

  it('is deleted when its owner signs out', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    await forgetUser(USER)
    expect(await db.drafts.count()).toBe(0)
  })

  it('is deleted after a day', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] })
    expect(await read('another form')).toBeUndefined()
    expect(await db.drafts.count()).toBe(0)
  })

  it('is not saved if the page cannot encrypt it', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    expect(await db.drafts.count()).toBe(0)
  })
})

/** Gives the tab an empty session storage, as a new tab has. */
function openTab() {
  const values = new Map<string, string>()
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  }
  const show = () => vi.stubGlobal('sessionStorage', storage)
  show()
  return { show }
}

async function read(name: string): Promise<string | undefined> {
  const bytes = await readDraft(USER, name)
  return bytes && new TextDecoder().decode(bytes)
}
