import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openStores } from '#server/platform/stores/open-stores.ts'
import type { StoredUpload, UploadRequest } from '#server/platform/upload-rows.ts'
import { openUploads } from '#server/platform/uploads.ts'
import { openVault } from '#server/platform/vault.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { htmlNamedPng, photo } from '#tests/api/support/pictures.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'
import { newPerson } from '#tests/support/person.ts'

const { pool } = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'exchange-uploads-'))
const clock = new MovableClock()
const masterKeys = [Buffer.alloc(32, 7)] as const
const vault = openVault(pool, masterKeys)
const stores = openStores({ folder })
const uploads = openUploads({ pool, stores, masterKeys, clock, vault })
afterAll(() => rm(folder, { recursive: true }))

async function received(owner: bigint, from = photo()) {
  const file = await fileOnDisk(await from)
  return { owner, kind: 'screenshot', accepts: 'image', file } as const
}

async function kept(request: UploadRequest): Promise<StoredUpload> {
  const upload = await uploads.keep(request)
  if ('refused' in upload) throw new Error(upload.refused)
  return upload
}

async function bytesOf(id: string): Promise<Buffer | undefined> {
  const file = await uploads.find(id)
  const bytes = file && (await uploads.read(file))
  return bytes && buffer(bytes)
}

const filesOnDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )

describe('storing a file', () => {
  it('returns the stored bytes', async () => {
    const upload = await kept(await received(1n))
    expect((await bytesOf(upload.id))?.length).toBe(upload.bytes)
    expect(await uploads.find(upload.id)).toEqual({
      ...upload,
      kind: 'screenshot',
      owner: 1n,
      sealedFor: null,
      hasPlainFile: false,
      at: { place: '', object: upload.id, contentKey: null },
    })
  })

  it('encrypts a sealed file on disk, and loses it when its owner is deleted', async () => {
    const userId = await newPerson(pool)
    const upload = await kept({ ...(await received(9n)), sealFor: userId })
    const bytes = await bytesOf(upload.id)
    expect(bytes?.length).toBe(upload.bytes)
    const onDisk = await readFile(join(folder, upload.id.slice(0, 2), upload.id))
    expect(onDisk.includes(bytes?.subarray(0, 64) ?? '')).toBe(false)
    await pool.query('delete from person where user_id = $1', [userId])
    expect(await bytesOf(upload.id)).toBeUndefined()
  })

  it('stores a file once per owner, even if it is uploaded ten times concurrently', async () => {
    const before = (await filesOnDisk()).length
    const request = await received(2n)
    const all = await atOnce(10, () => kept(request))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect((await filesOnDisk()).length).toBe(before + 1)
    expect((await kept({ ...request, owner: 3n })).id).not.toBe(all[0]?.id)
  })

  it('stores nothing for a refused file', async () => {
    const before = (await filesOnDisk()).length
    const result = await uploads.keep(await received(4n, Promise.resolve(htmlNamedPng)))
    expect(result).toMatchObject({ refused: 'upload.not_image' })
    expect((await filesOnDisk()).length).toBe(before)
  })
})

describe('links', () => {
  const id = randomUUID()
  const partsOf = (link: string) => {
    const { pathname, searchParams } = new URL(link, 'http://x')
    const expires = Number(searchParams.get('expires'))
    return { pathname, expires, signature: searchParams.get('signature') ?? '' }
  }

  it('are valid for four to five minutes, for one file, and unmodified', () => {
    const { pathname, expires, signature } = partsOf(uploads.signedUrl(id))
    expect(pathname).toBe(`/api/files/${id}`)
    const lifeMs = expires * 1_000 - clock.now()
    expect(lifeMs).toBeGreaterThan(4 * 60_000 - 1)
    expect(lifeMs).toBeLessThanOrEqual(5 * 60_000)
    expect(uploads.holds(id, expires, signature)).toBe(true)
    expect(uploads.holds(randomUUID(), expires, signature)).toBe(false)
    expect(uploads.holds(id, expires + 60, signature)).toBe(false)
    expect(uploads.holds(id, expires, signature.slice(1))).toBe(false)
    clock.advance(lifeMs)
    expect(uploads.holds(id, expires, signature)).toBe(false)
  })
})

describe('the sweep', () => {
  it('removes only files that no command refers to after a day', async () => {
    const [lost, fresh, referred] = [
      await kept(await received(10n)),
      await kept(await received(11n)),
      await kept(await received(12n)),
    ]
    await refer(12n, referred.id)
    await pool.query(
      `update upload set received_at = now() - interval '25 hours' where id = any($1)`,
      [[lost.id, referred.id]],
    )
    expect(await uploads.sweep()).toBe(1)
    expect(await uploads.find(lost.id)).toBeUndefined()
    expect(await uploads.find(fresh.id)).toBeDefined()
    expect(await uploads.find(referred.id)).toBeDefined()
    const names = (await filesOnDisk()).map(({ name }) => name)
    expect(names).toContain(referred.id)
    expect(names).not.toContain(lost.id)
  })
})

/** Appends an event of the owner that refers to the file. */
async function refer(owner: bigint, fileId: string): Promise<void> {
  const stream = `deposit-${randomUUID()}`
  const data = { screenshotId: fileId }
  await pool.query(
    `insert into document (stream, kind, owner, status, waiting, version, hash, data)
     values ($1, 'deposit', $2, 'pending', true, 1, '\\x00', $3)`,
    [stream, owner, data],
  )
  await pool.query(
    `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts)
     values (1, $1, 1, $2, '\\x00', 'DepositRequested', 1, $3, '{}', '\\x00', '{}', '{}', '{}')`,
    [stream, randomUUID(), data],
  )
}
