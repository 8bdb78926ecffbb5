import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { type MoveState, moveUploads } from '#server/platform/move-uploads.ts'
import { openStores } from '#server/platform/stores/open-stores.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'
import { openUploadFiles } from '#server/platform/upload-files.ts'
import { uploadLeftovers } from '#server/platform/upload-leftovers.ts'
import { deleteAccount, setPicture } from '#shared/contract/account.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { readFile as readUpload } from '#shared/contract/files.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { openS3Server } from '#tests/support/s3-server.ts'
import { eventually, until } from '#tests/support/wait.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { pdf } from './support/documents.ts'
import { photo, screenshot } from './support/pictures.ts'
import { newUser, type Person } from './support/traders.ts'

const s3 = await openS3Server()
const inBucket = s3.addressOf('live')
const world = await openTestApp({ config: { uploads: inBucket }, storePatience: s3.patience })
const { app, services, database } = world
const folder = await mkdtemp(join(tmpdir(), 'exchange-stores-'))
const folderAddress: StoreAddress = {
  kind: 'folder',
  folder: join(folder, 'moved'),
  url: pathToFileURL(join(folder, 'moved')).href,
}
beforeAll(() => offerUsdtAddress(world))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

describe('a server with S3', () => {
  it('stores encrypted, serves by link, and erases with the account', async () => {
    const user = await newUser(world)
    const { profile_picture: link } = await user.client.call(setPicture, {
      files: { picture: await photo() },
    })
    const served = await app.inject(link)
    expect(served.statusCode).toBe(200)
    expect(served.headers['content-type']).toBe('image/jpeg')
    expect(served.rawPayload.length).toBe(Number(served.headers['content-length']))
    const [id = ''] = await idsOf(user)
    const stored = (await s3.objects('live')).get(id)
    expect(stored?.length).toBeGreaterThan(served.rawPayload.length)
    expect(stored?.includes(served.rawPayload.subarray(0, 16))).toBe(false)
    await user.client.call(deleteAccount)
    expect([...(await s3.objects('live')).keys()]).not.toContain(id)
    expect(await leftovers()).toEqual([])
  })

  it('returns 503 while the store hangs, and accepts the same submission afterwards', async () => {
    const user = await newUser(world)
    const key = randomUUID()
    const submit = async () =>
      user.client.send(submitDeposit, {
        key,
        body: { symbol: 'USDT', amount: '50' },
        files: { screenshot: await screenshot(7) },
      })
    await s3.whileHanging(async () => {
      const refused = await submit()
      expect(refused).toMatchObject({ status: 503, body: { code: 'service.unavailable' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(await idsOf(user)).toEqual([])
      // The store is checked every few seconds.
      await eventually(async () => {
        expect((await app.inject('/readyz')).json()).toMatchObject({
          ready: true,
          warnings: [expect.stringMatching(/^the store of uploads /)],
        })
      })
    })
    await eventually(async () => expect((await submit()).status).toBe(200))
    expect((await submit()).status).toBe(200)
    const ids = await idsOf(user)
    expect(ids).toHaveLength(1)
    // Files stored by the refused attempts are removed an hour later.
    await database.pool.query('update upload_leftover set remove_after = now()')
    await services.uploads.sweep()
    expect(await leftovers()).toEqual([])
    expect([...(await s3.objects('live')).keys()]).toEqual(expect.arrayContaining(ids))
  })

  it('stays ready while the store never answers, and runs one check of it at a time', async () => {
    let checks = 0
    const check = () => {
      checks += 1
      return new Promise<never>(() => {})
    }
    const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
    serveHealth(server, { ...services, uploads: { check }, checks: [], isAppBuilt: true })
    await server.ready()
    const isWarned = async () => {
      const startedAt = performance.now()
      const response = await server.inject('/readyz')
      expect(response.json()).toMatchObject({ ready: true, problems: [] })
      expect(performance.now() - startedAt).toBeLessThan(1_900)
      return response.json().warnings.includes('the store of uploads does not respond in time')
    }
    expect(await isWarned()).toBe(false)
    await until(isWarned)
    await setTimeout(4_000)
    expect(checks).toBe(1)
    await server.close()
  })

  it('erases an account while the store hangs, and its objects later', async () => {
    const user = await newUser(world)
    await user.client.call(setPicture, { files: { picture: await photo(50, 40) } })
    const [id = ''] = await idsOf(user)
    await s3.whileHanging(async () => {
      await user.client.call(deleteAccount)
      expect(await idsOf(user)).toEqual([])
      expect(await leftovers()).toEqual([id])
    })
    await eventually(() => services.uploads.sweep())
    expect([...(await s3.objects('live')).keys()]).not.toContain(id)
  })
})

describe('moving uploads', () => {
  it('moves every file in several runs, in both directions, while the server reads them', async () => {
    const owner = await newUser(world)
    await owner.client.call(submitLoan, {
      body: { amount: '500', purpose: 'A van', duration: 30 },
      files: { documents: Array.from({ length: 9 }, (_, n) => pdf('a.pdf', '%'.repeat(n))) },
    })
    await owner.client.call(setPicture, { files: { picture: await photo(60, 40) } })
    const before = await contentsOf(owner)
    expect(before).toHaveLength(10)

    const stopped = await move(folderAddress, ({ movedFiles }) => movedFiles >= 4)
    expect(stopped.leftFiles).toBeGreaterThan(0)
    expect(await contentsOf(owner)).toEqual(before)
    expect(await move(folderAddress)).toMatchObject({ leftFiles: 0, missing: [] })
    expect((await s3.objects('live')).size).toBe(0)
    expect(await contentsOf(owner)).toEqual(before)

    const other = s3.addressOf('other')
    const { code, said } = await run([other.url])
    expect(said).toMatch(/^\d+ files moved and compared \(.+ MB\), 0 left$/m)
    expect(said).toContain(`set UPLOADS_URL=${other.url}`)
    expect(code).toBe(0)
    expect(await contentsOf(owner)).toEqual(before)
    const files = await readdir(join(folder, 'moved'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  it('does not move a file that is erased while it is copied', async () => {
    const user = await newUser(world)
    await user.client.call(setPicture, { files: { picture: await photo(70, 40) } })
    const [id = ''] = await idsOf(user)
    const target = s3.addressOf('erased')
    const { files, ...needs } = parts(target)
    const write: typeof files.write = async (at, content) => {
      await files.write(at, content)
      await database.pool.query('delete from upload where id = $1', [id])
    }
    await moveUploads(
      { ...needs, files: { ...files, write } },
      { to: target, onFile: () => {}, signal: new AbortController().signal },
    )
    const remaining = await database.pool.query('select from upload')
    expect((await s3.objects('erased')).size).toBe(remaining.rowCount)
    await services.uploads.sweep()
    expect(await leftovers()).toEqual([])
  })

  it('refuses a target that leads to the same objects', async () => {
    const home = join(services.config.dataDir, 'uploads')
    const alias = join(folder, 'alias')
    await mkdir(home, { recursive: true })
    await symlink(home, alias)
    const target = { kind: 'folder', folder: alias, url: pathToFileURL(alias).href } as const
    await expect(move(target)).rejects.toThrow('are the same store')
  })

  it.each([
    [['--fast'], "Unknown option '--fast'."],
    [['ftp://x'], '"ftp://x" cannot be used: give file:///a/folder or s3://bucket/prefix'],
  ])('is a command that explains what is wrong with %j', async (words, message) => {
    const { code, said } = await run(words)
    expect(said).toContain(message)
    expect(code).toBe(1)
  })
})

function parts(to: StoreAddress) {
  const { dataDir, masterKeys } = services.config
  const stores = openStores({
    folder: join(dataDir, 'uploads'),
    address: to,
    known: [inBucket],
    patience: s3.patience,
  })
  const files = openUploadFiles(stores, masterKeys)
  const { pool } = database
  return { pool, stores, files, leftovers: uploadLeftovers(pool, files) }
}

async function move(to: StoreAddress, isEnough = (_: MoveState) => false): Promise<MoveState> {
  const stopping = new AbortController()
  const onFile = (state: MoveState) => {
    if (isEnough(state)) stopping.abort()
  }
  return moveUploads(parts(to), { to, onFile, signal: stopping.signal })
}

async function idsOf({ userNo }: Person): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from upload where owner = $1 order by id',
    [userNo],
  )
  return rows.map(({ id }) => id)
}

async function contentsOf(person: Person): Promise<string[]> {
  const contents: string[] = []
  for (const id of await idsOf(person)) {
    const { status, text } = await person.client.send(readUpload, { params: { id }, query: {} })
    expect(status).toBe(200)
    contents.push(text)
  }
  return contents
}

async function leftovers(): Promise<string[]> {
  const { rows } = await database.pool.query<{ object: string }>(
    'select object from upload_leftover',
  )
  return rows.map(({ object }) => object)
}

function run(words: readonly string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: services.config.dataDir,
    MASTER_KEY: services.config.masterKeys[0].toString('base64'),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/move-uploads.ts', ...words], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}` }),
    )
  })
}
