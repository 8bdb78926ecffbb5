import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openIncoming } from '#server/platform/incoming.ts'
import { setPicture } from '#shared/contract/account.ts'
import { logIn } from '#shared/contract/auth.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { SECOND_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { screenshot } from '#tests/api/support/pictures.ts'
import { newUser, type Person } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { eventually } from '#tests/support/wait.ts'

const testApp = await openTestApp()
const { app, services, clock } = testApp
const MB = 1024 * 1024
const SENT_BYTES = 6 * MB
const block = Buffer.alloc(MB, 7)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of all buffers that are still referenced. */
function bytesHeld(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const open: UnfinishedUpload[] = []
beforeAll(() => app.listen({ port: 0 }))
afterEach(async () => {
  for (const { sending } of open.splice(0)) sending.destroy()
  await eventually(async () => expect(await filesOnDisk()).toEqual([]))
})

describe('a flood of uploads that never finish', () => {
  it('keeps no file in memory, occupies 16 bodies and leaves nothing on disk', async () => {
    const users = await atOnce(15, () => newUser(testApp))
    const before = bytesHeld()
    const uploads = users.flatMap((user) => [startUpload(user), startUpload(user)])
    await Promise.all(uploads.map(({ sent }) => sent))
    // Buffers on their way to the disk are released; retained ones stay until the upload ends.
    await expect.poll(() => (bytesHeld() - before) / MB, { interval: 200 }).toBeLessThan(30)
    const refused = () => uploads.filter(({ status }) => status() !== undefined)
    await eventually(() => expect(refused()).toHaveLength(14))
    expect(new Set(refused().map(({ status }) => status()))).toEqual(new Set([503]))
    await eventually(async () => expect(await filesOnDisk()).toHaveLength(16))
  })

  it('cannot shut out other customers from eight accounts', async () => {
    const attackers = await atOnce(8, () => newUser(testApp))
    const uploads = attackers.flatMap((user) => [startUpload(user, 1), startUpload(user, 1)])
    await eventually(async () => expect(await filesOnDisk()).toHaveLength(16))
    const slow = startUpload(await newUser(testApp), 1)
    const refused = () => uploads.filter(({ status }) => status() !== undefined)
    await eventually(() => expect(refused().map(({ status }) => status())).toEqual([503]))
    const loser = attackers[Math.floor(uploads.indexOf(refused()[0] as UnfinishedUpload) / 2)]
    const again = startUpload(loser as Person, 1)
    await eventually(() => expect(again.status()).toBe(503))
    expect(await sendPicture(await newUser(testApp))).toBe(200)
    expect(slow.status()).toBeUndefined()
  })

  it('cannot shut out other customers with slow bodies from sixteen accounts', async () => {
    const attackers = await atOnce(16, () => newUser(testApp))
    const uploads = attackers.map((user) => startUpload(user, 1))
    await eventually(async () => expect(await filesOnDisk()).toHaveLength(16))
    const customer = await newUser(testApp)
    expect(await sendPicture(customer)).toBe(503)
    clock.advance(11 * SECOND_MS)
    expect(await sendPicture(customer)).toBe(200)
    const answered = uploads.filter(({ status }) => status() !== undefined)
    expect(answered).toHaveLength(1)
  })

  it('occupies at most two bodies of one user at once', async () => {
    const user = await newUser(testApp)
    const uploads = [startUpload(user), startUpload(user)]
    await Promise.all(uploads.map(({ sent }) => sent))
    const third = startUpload(user)
    await eventually(() => expect(third.status()).toBe(429))
    expect(third.body()).toMatchObject({ code: 'upload.too_many' })
    expect(uploads.map(({ status }) => status())).toEqual([undefined, undefined])
  })

  it('is cut off when a body is slow for 30 s, and frees its place', async () => {
    const user = await newUser(testApp)
    const uploads = [startUpload(user, 1), startUpload(user, 1)]
    await Promise.all(uploads.map(({ sent }) => sent))
    await eventually(async () => expect(await filesOnDisk()).toHaveLength(2))
    clock.advance(31 * SECOND_MS)
    await eventually(() => expect(uploads.map(({ status }) => status())).toEqual([408, 408]))
    await eventually(async () => expect(await filesOnDisk()).toEqual([]))
    const next = startUpload(user, 1)
    await next.sent
    await eventually(async () => expect(await filesOnDisk()).toHaveLength(1))
    expect(next.status()).toBeUndefined()
  })
})

it('a stranger cannot hold a connection with JSON that never ends', async () => {
  const { port } = app.server.address() as AddressInfo
  const sending = request({
    port,
    method: logIn.method,
    path: logIn.path,
    headers: { 'content-type': 'application/json', 'content-length': 1_000 },
  })
  sending.on('error', () => {})
  let status: number | undefined
  sending.on('response', (response) => {
    status = response.statusCode
    response.resume()
  })
  sending.write('{')
  await eventually(() => {
    // Try repeatedly, because the time counts from when the server begins to read.
    clock.advance(31 * SECOND_MS)
    expect(status).toBe(408)
  })
  await eventually(() => expect(sending.socket?.destroyed).toBe(true))
})

it('a customer cannot fill the disk with uploads that no request uses', async () => {
  const user = await newUser(testApp)
  const fill = (isReferred: boolean) =>
    testApp.database.pool.query(
      `insert into upload (id, owner, kind, mime, bytes, sha256, is_referred)
       values ($1, $2, 'screenshot', 'image/jpeg', $3, decode($4, 'hex'), $5)`,
      [randomUUID(), user.userNo, 50 * MB, randomBytes(32).toString('hex'), isReferred],
    )
  const upload = async () =>
    user.client.send(setPicture, { files: { picture: await screenshot(Math.random()) } })
  await fill(true)
  expect((await upload()).status).toBe(200)
  await fill(false)
  const message = expect.stringContaining('can take up 50 MB in total')
  const body = { code: 'upload.unused_full', message }
  expect(await upload()).toMatchObject({ status: 413, body })
})

it('files of uploads left by a killed process are removed at the next start', async () => {
  const root = join(services.config.dataDir, 'incoming')
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  for (const pid of [ended, process.ppid]) {
    await mkdir(join(root, `${hostname()}-${pid}`), { recursive: true })
  }
  await writeFile(join(root, `${hostname()}-${ended}`, 'left'), 'half a picture')
  await openIncoming(root, clock).removeAbandoned()
  const folders = await readdir(root)
  expect(folders).not.toContain(`${hostname()}-${ended}`)
  expect(folders).toContain(`${hostname()}-${process.ppid}`)
})

async function sendPicture({ client }: Person): Promise<number> {
  const files = { picture: await screenshot(Math.random()) }
  return (await client.send(setPicture, { files })).status
}

interface UnfinishedUpload {
  readonly sending: ClientRequest
  /** Resolves when the bytes have been sent, or the server has responded. */
  readonly sent: Promise<unknown>
  readonly status: () => number | undefined
  readonly body: () => unknown
}

/** Starts a deposit and sends a part of its screenshot, but never the rest. */
function startUpload({ client }: Person, bytes = SENT_BYTES): UnfinishedUpload {
  const boundary = randomUUID()
  const { port } = app.server.address() as AddressInfo
  const sending = request({
    port,
    method: submitDeposit.method,
    path: submitDeposit.path,
    headers: {
      ...client.headers(submitDeposit),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  let status: number | undefined
  let text = ''
  const answered = Promise.withResolvers<void>()
  sending.on('error', () => {})
  sending.on('response', (response) => {
    status = response.statusCode
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('error', () => {})
    answered.resolve()
  })
  sending.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="screenshot"; filename="a.jpg"\r\n` +
      'content-type: image/jpeg\r\n\r\n',
  )
  const sent = new Promise<void>((resolve) => {
    for (let left = bytes; left > 0; left -= MB) {
      const isLast = left <= MB
      sending.write(isLast ? block.subarray(0, left) : block, () => isLast && resolve())
    }
  })
  const upload = {
    sending,
    sent: Promise.race([sent, answered.promise]),
    status: () => status,
    body: () => JSON.parse(text),
  }
  open.push(upload)
  return upload
}

async function filesOnDisk(): Promise<string[]> {
  const folder = join(services.config.dataDir, 'incoming')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
