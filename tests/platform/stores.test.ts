import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFolderStore } from '#server/platform/stores/folder-store.ts'
import type { ObjectStore } from '#server/platform/stores/object-store.ts'
import { openS3Store } from '#server/platform/stores/s3-store.ts'
import type { S3Address, StoreAddress } from '#server/platform/stores/store-address.ts'
import { deadAddress, openS3Server } from '#tests/support/s3-server.ts'
import { eventually } from '#tests/support/wait.ts'

const MB = 1024 * 1024
const s3 = await openS3Server()
const nowhere = await deadAddress()
const folder = await mkdtemp(join(tmpdir(), 'exchange-stores-'))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const s3Store = (address: StoreAddress = s3.addressOf(randomUUID()), attemptMs?: number) =>
  openS3Store(address as S3Address, attemptMs ? { ...s3.patience, attemptMs } : s3.patience)

describe.each([
  ['a folder', async () => openFolderStore(folder)],
  ['S3', () => s3Store()],
])('%s', (_, open) => {
  let store: ObjectStore
  beforeAll(async () => {
    store = await open()
    await store.prove()
  })
  afterAll(() => store.close())
  const contentOf = async (name: string) => {
    const found = await store.get(name)
    if (!found) return undefined
    const content = await buffer(found.content)
    return { bytes: found.bytes, content }
  }

  it.each([0, 1, 2 * MB])('returns an object of %i bytes', async (bytes) => {
    const [name, content] = [randomUUID(), randomBytes(bytes)]
    await store.put(name, content)
    const found = await contentOf(name)
    expect(found?.bytes).toBe(bytes)
    expect(found?.content.equals(content)).toBe(true)
  })

  it('finds no object that was never stored, or was removed', async () => {
    const name = randomUUID()
    expect(await store.get(name)).toBeUndefined()
    await store.put(name, Buffer.from('a'))
    await store.remove(name)
    expect(await store.get(name)).toBeUndefined()
    await store.remove(name)
  })

  it('replaces one object with another, once', async () => {
    const [name, copy] = [randomUUID(), randomUUID()]
    await store.put(name, Buffer.from('old'))
    await store.put(copy, Buffer.from('new'))
    await store.replace(name, copy)
    await store.replace(name, copy)
    expect(String((await contentOf(name))?.content)).toBe('new')
    expect(await store.get(copy)).toBeUndefined()
  })

  it('passes its check', () => store.check())
})

describe('S3', () => {
  it('is retried after a failure', async () => {
    const store = await s3Store()
    s3.become('fails once')
    await store.put('a', Buffer.from('a'))
    expect(await store.get('a')).toMatchObject({ bytes: 1 })
    store.close()
  })

  it('that hangs fails in time, then at once, and works when it responds again', async () => {
    const store = await s3Store()
    await store.put('a', Buffer.from('a'))
    await s3.whileHanging(async () => {
      await expect(store.get('a')).rejects.toMatchObject({ isLasting: false })
      await Promise.allSettled([store.get('a'), store.get('a')])
      const asked = s3.requests()
      await expect(store.get('a')).rejects.toThrow('has failed several times in a row')
      expect(s3.requests()).toBe(asked)
    })
    await eventually(() => store.check())
    store.close()
  })

  it('that stops in the middle of an object fails the reader', async () => {
    const store = await s3Store(undefined, 1_000)
    await store.put('a', randomBytes(MB))
    s3.become('stops in bodies')
    const found = await store.get('a')
    await expect(found && buffer(found.content)).rejects.toThrow('stopped in the middle')
    s3.become('answers')
    store.close()
  })

  it.each([
    ['a bucket that is missing', s3.addressOf('x', 'no-such-bucket'), 'has no bucket'],
    ['a wrong secret', s3.addressOf('x'), 'refuses access'],
    ['a host that is down', nowhere, 'does not respond'],
  ])('says what to do about %s', async (name, address, message) => {
    const before = { ...process.env }
    if (name === 'a wrong secret') process.env.AWS_SECRET_ACCESS_KEY = 'x'
    try {
      const store = await s3Store(address)
      await expect(store.prove()).rejects.toMatchObject({
        message: expect.stringContaining(message),
        isLasting: address !== nowhere,
      })
      store.close()
    } finally {
      Object.assign(process.env, before)
    }
  })
})
