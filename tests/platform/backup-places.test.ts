import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { givenPlace } from '#scripts/given-address.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import {
  findBackup,
  findKeySet,
  removeExpiredKeys,
  removeUnfinished,
} from '#server/backup/folders.ts'
import { readIdentities } from '#server/backup/identities.ts'
import type { BackupPlace } from '#server/backup/place.ts'
import { openS3Place } from '#server/backup/s3-place.ts'
import { uploadInParts } from '#server/backup/s3-upload.ts'
import { openS3Connection } from '#server/platform/stores/s3-connection.ts'
import {
  parseStoreAddress,
  type S3Address,
  type StoreAddress,
} from '#server/platform/stores/store-address.ts'
import { deadAddress, openS3Server } from '#tests/support/s3-server.ts'

const MB = 1024 * 1024
const s3 = await openS3Server()
const nowhere = await deadAddress()
const folder = await mkdtemp(join(tmpdir(), 'keel-places-'))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const s3Place = (address: StoreAddress = s3.addressOf(randomUUID())) =>
  openS3Place(address as S3Address, s3.patience)

async function* streamOf(...chunks: readonly (Buffer | string)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk as string)
}

async function* brokenStream(bytes: number) {
  yield randomBytes(bytes)
  throw new Error('the source ended early')
}

describe.each([
  ['a folder', async () => openFolderPlace(join(folder, randomUUID()))],
  ['S3', () => s3Place()],
])('%s', (_, open) => {
  let place: BackupPlace
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.close())
  const contentOf = async (path: string) => {
    const found = await place.read(path)
    return found && { bytes: found.bytes, text: String(await buffer(found.content)) }
  }

  it('returns what was written, and lists it by folder', async () => {
    expect(await place.list('')).toEqual([])
    await place.write('one/a', streamOf('a', 'b'))
    await place.write('one/two/b', streamOf())
    await place.write('other/c', streamOf('c'))
    expect(await contentOf('one/a')).toEqual({ bytes: 2, text: 'ab' })
    expect(await contentOf('one/two/b')).toEqual({ bytes: 0, text: '' })
    expect(await contentOf('one/b')).toBeUndefined()
    expect([...(await place.list(''))].sort()).toEqual(['one', 'other'])
    expect([...(await place.list('one'))].sort()).toEqual(['a', 'two'])
    await place.remove('one')
    expect(await place.list('')).toEqual(['other'])
    await place.remove('other')
  })

  it.each([1, 20 * MB])('keeps nothing of a stream that broke after %i bytes', async (bytes) => {
    const writing = place.write('broken/a', brokenStream(bytes))
    await expect(writing).rejects.toThrow('the source ended early')
    expect(await place.list('broken')).toEqual([])
    await place.remove('broken')
  })

  it('keeps finished backups, and key sets for a week', async () => {
    const [first, second, cut] = ['2026-01-01', '2026-01-09', '2026-01-10'].map(
      (day) => `${day}T00-00-00-000Z`,
    ) as [string, string, string]
    for (const name of [first, second]) {
      await place.write(`${name}/manifest.json`, streamOf('{}'))
      await place.write(`keys/${name}/manifest.json`, streamOf('{}'))
    }
    // Left behind by a killed process.
    await place.write(`${cut}/event.zst.age`, streamOf('a'))
    await place.write(`keys/${cut}/person_key.zst.age`, streamOf('a'))
    expect(await findBackup(place)).toBe(second)
    expect(await findBackup(place, first)).toBe(first)
    await expect(findBackup(place, cut)).rejects.toThrow(
      `holds no finished backup ${cut}; the newest is ${second}.`,
    )
    await removeUnfinished(place)
    expect(await place.list(cut)).toEqual([])
    expect(await place.list(`keys/${cut}`)).toEqual([])
    await removeExpiredKeys(place, Date.parse('2026-01-10T00:00:00Z'))
    expect(await place.list('keys')).toEqual([second])
    await removeExpiredKeys(place, Date.parse('2026-03-01T00:00:00Z'))
    expect(await findKeySet(place)).toBe(second)
    const backups = (await place.list('')).filter((name) => name !== 'keys')
    expect(backups.sort()).toEqual([first, second])
  })
})

it('a folder that is a file is not mistaken for an empty one', async () => {
  const file = join(folder, randomUUID())
  await writeFile(file, '')
  const place = openFolderPlace(join(file, 'backups'))
  await expect(place.list('')).rejects.toThrow('cannot be used (ENOTDIR)')
  await expect(place.write('a', streamOf('a'))).rejects.toThrow('cannot be used (ENOTDIR)')
  await expect(place.read('a')).rejects.toThrow('cannot be used (ENOTDIR)')
  await expect(place.remove('a')).rejects.toThrow('cannot be used (ENOTDIR)')
})

it('a private key that cannot be opened is reported with its path', async () => {
  const file = join(folder, randomUUID())
  const unreadable = join(file, 'private.key')
  await expect(readIdentities(unreadable)).rejects.toThrow(
    `${unreadable} does not exist: correct BACKUP_IDENTITY_FILE.`,
  )
  await writeFile(file, '')
  await expect(readIdentities(unreadable)).rejects.toThrow(
    `${unreadable} cannot be opened (ENOTDIR): correct its owner or permissions, or give another path in BACKUP_IDENTITY_FILE.`,
  )
})

describe('S3', () => {
  it('writes a stream in parts, each sent again after a failure', async () => {
    const connection = await openS3Connection(s3.addressOf('parts') as S3Address, s3.patience)
    const chunks = Array.from({ length: 12 }, () => randomBytes(MB))
    s3.become('fails once')
    await uploadInParts(connection, 'a', streamOf(...chunks), 5 * MB)
    const found = await connection.get('a')
    const content = found && (await buffer(found.content))
    expect(content?.equals(Buffer.concat(chunks))).toBe(true)
    connection.close()
  })

  it('reads a listing to its last page', async () => {
    // The server of the other tests writes its tokens with a cipher that Node no longer has.
    const pages = new Map([
      [null, '<Contents><Key>x/a</Key></Contents><NextContinuationToken>t</NextContinuationToken>'],
      ['t', '<CommonPrefixes><Prefix>x/b/</Prefix></CommonPrefixes>'],
    ])
    const server = createServer(({ url = '' }, response) => {
      const page = pages.get(new URL(url, 'http://s3').searchParams.get('continuation-token'))
      response.end(`<ListBucketResult>${page}</ListBucketResult>`)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const place = await s3Place(parseStoreAddress(`s3://bkt/x?endpoint=http://127.0.0.1:${port}`))
    expect(await place.list('')).toEqual(['a', 'b'])
    place.close()
    server.close()
  })

  it.each([
    ['a bucket that is missing', s3.addressOf('x', 'no-such-bucket'), 'has no bucket'],
    ['a wrong secret', s3.addressOf('x'), 'refuses access'],
    ['no credentials', s3.addressOf('x'), 'needs AWS_ACCESS_KEY_ID'],
    ['a host that is down', nowhere, 'does not respond'],
  ])('says what to do about %s', async (name, address, message) => {
    const before = { ...process.env }
    if (name === 'a wrong secret') process.env.AWS_SECRET_ACCESS_KEY = 'x'
    if (name === 'no credentials') delete process.env.AWS_SECRET_ACCESS_KEY
    try {
      const place = await s3Place(address)
      await expect(place.list('')).rejects.toThrow(message)
      await expect(place.write('a', streamOf('a'))).rejects.toThrow(message)
      await expect(place.read('a')).rejects.toThrow(message)
      place.close()
    } finally {
      Object.assign(process.env, before)
    }
  })
})

describe('a URL on the command line', () => {
  it.each([
    ['/mnt/backups', { kind: 'folder', folder: '/mnt/backups' }],
    ['file:///mnt/backups', { kind: 'folder', folder: '/mnt/backups' }],
    ['backups', { kind: 'folder', folder: join(process.cwd(), 'backups') }],
    ['s3://bucket/a/b/?region=eu-central-1', { kind: 's3', bucket: 'bucket', prefix: 'a/b' }],
  ])('%s', (text, address) => {
    expect(givenPlace(text)).toMatchObject(address)
  })

  it.each([
    ['s3:/bucket', '"" is not the name of a bucket'],
    ['s3://UPPER_CASE', '"UPPER_CASE" is not the name of a bucket'],
    ['s3://key:secret@bucket', '"s3://…@bucket" cannot be used: keep credentials out of it'],
    ['s3://bucket?endpoint=storage.example', 'is not an https: address'],
    ['s3://bucket?zone=eu', 'the parameter "zone" is unknown; use only endpoint and region'],
    ['s3://bucket/100%', 'cannot be decoded'],
    ['https://bucket.example', 'give file:///a/folder or s3://'],
    ['file://host/folder', 'with three slashes'],
    ['file:///a%2Fb', 'cannot be decoded'],
  ])('%s is refused', (text, message) => {
    expect(() => givenPlace(text)).toThrow(message)
  })

  it('is refused without encryption in production, except on the loopback', () => {
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() => givenPlace('s3://bucket?endpoint=http://storage.example')).toThrow('needs https:')
    expect(() => givenPlace('s3://bucket?endpoint=http://localhost:9000')).not.toThrow()
  })
})
