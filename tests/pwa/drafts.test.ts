import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '#pwa/data/db.ts'
import { dropDraft, keepDraft, readDraft } from '#pwa/data/drafts.ts'
import { forgetUser } from '#pwa/data/local-data.ts'

const USER = 'a user'
const PICTURE = 'the picture of an identity card'

beforeEach(openTab)
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await db.drafts.clear()
})

describe('a draft', () => {
  it('is read again by the tab that kept it', async () => {
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    expect(await read('loan.frontId')).toBe(PICTURE)
  })

  it('replaces what was kept before', async () => {
    await keepDraft(USER, 'loan', new Blob(['1']))
    await keepDraft(USER, 'loan', new Blob(['2']))
    expect(await read('loan')).toBe('2')
  })

  it('does not lie on the disk in the clear', async () => {
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    const [kept] = await db.drafts.toArray()
    const bytes = Buffer.from(kept?.sealed ?? new ArrayBuffer())
    expect(bytes.length).toBeGreaterThan(PICTURE.length)
    expect(bytes.includes(PICTURE)).toBe(false)
  })

  it('is nothing to another tab, nor to the next one after this was closed', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    openTab()
    expect(await read('loan')).toBeUndefined()
  })

  it('is nothing to another person', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    expect(await readDraft('another user', 'loan')).toBeUndefined()
  })

  it('is gone once it was sent', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    await keepDraft(USER, 'loan.frontId', new Blob([PICTURE]))
    await dropDraft(USER, ['loan', 'loan.frontId'])
    expect(await db.drafts.count()).toBe(0)
  })

  it('is gone once its owner has signed out', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    await forgetUser(USER, false)
    expect(await db.drafts.count()).toBe(0)
  })

  it('is swept after a day', async () => {
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] })
    expect(await read('another form')).toBeUndefined()
    expect(await db.drafts.count()).toBe(0)
  })

  it('is not kept where a page has no means to seal it', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await keepDraft(USER, 'loan', new Blob([PICTURE]))
    expect(await db.drafts.count()).toBe(0)
  })
})

/** A tab's session storage begins empty and ends with the tab. */
function openTab(): void {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  })
}

async function read(name: string): Promise<string | undefined> {
  const bytes = await readDraft(USER, name)
  return bytes && new TextDecoder().decode(bytes)
}
