import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, serverSecrets } from '#server/identity/secrets.ts'
import { refuseOtherMasterKeys, registerMasterKey } from '#server/master-key-register.ts'
import { keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { fileLinks } from '#server/platform/file-links.ts'
import { openUploadFiles } from '#server/platform/upload-files.ts'
import { findUpload } from '#server/platform/upload-rows.ts'
import { openVault } from '#server/platform/vault.ts'
import { rotateColumn, SEALED_COLUMNS } from '#server/rotate-master-key.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { newPerson } from '#tests/support/person.ts'
import { remoteStoreInMemory } from '#tests/support/store-in-memory.ts'

const { pool, url } = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'keel-master-key-'))
afterAll(() => rm(dataDir, { recursive: true }))

const [old, next] = [randomBytes(32), randomBytes(32)]
const during: MasterKeys = [next, old]
/** Several batches, so that a rotation can be interrupted between them. */
const PEOPLE = 2_000

const customer = await newPerson(pool)
const secret = Buffer.from('078-05-1120')
const totp = 'JBSWY3DPEHPK3PXP'
let sealed: Buffer
/** Files in an object store, which holds them as first written; one was moved there. */
const proofs = [randomUUID(), randomUUID()]
const stores = remoteStoreInMemory()

beforeAll(async () => {
  await registerMasterKey(pool, [old])
  sealed = await openVault(pool, [old]).seal(customer, 'ssn', secret)
  await pool.query('insert into second_factor (user_id, secret) values ($1, $2)', [
    customer,
    serverSecrets([old]).encrypt(totp, customer),
  ])
  await keepProofs()
  const { rows } = await pool.query<{ user_id: string }>(
    `insert into person (user_id, display_id, email, full_name, phone, created_at)
     select gen_random_uuid(), 'P' || n, 'p' || n, '', '', now() from generate_series(1, $1) as n
     returning user_id`,
    [PEOPLE],
  )
  const ring = keyRing([old], 'keys of persons')
  await pool.query(
    'insert into person_key (user_id, wrapped) select * from unnest($1::uuid[], $2::bytea[])',
    [
      rows.map(({ user_id }) => user_id),
      rows.map(({ user_id }) => ring.seal(randomBytes(32), user_id)),
    ],
  )
})

async function keepProofs(): Promise<void> {
  const files = openUploadFiles(stores, [old])
  for (const [index, id] of proofs.entries()) {
    const at = await files.newObject(index === 0 ? id : randomUUID())
    await files.write(at, Buffer.from(id))
    const object = at.object === id ? null : at.object
    await pool.query(
      `insert into upload (id, owner, kind, mime, bytes, sha256, place, object, content_key)
       values ($1, 1, 'screenshot', 'image/png', 36, $2, $3, $4, $5)`,
      [id, randomBytes(32), at.place, object, at.contentKey],
    )
  }
}

/** Runs `npm run rotate:key`, and kills it when it has printed `killAt`. */
async function rotate(killAt?: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/rotate-key.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      MASTER_KEY: next.toString('base64'),
      MASTER_KEY_PREVIOUS: old.toString('base64'),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL')
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

async function countByKey(): Promise<{ withOld: number; withNext: number }> {
  const { rows } = await pool.query<{ user_id: string; wrapped: Buffer }>(
    'select user_id, wrapped from person_key',
  )
  const ring = keyRing([next], 'keys of persons')
  const withNext = rows.filter(({ user_id, wrapped }) => ring.isCurrent(wrapped, user_id)).length
  return { withOld: rows.length - withNext, withNext }
}

/** What a server with these keys can read of the customer's data. */
async function readsWith(keys: MasterKeys) {
  const { rows } = await pool.query<{ secret: Buffer }>(
    'select secret from second_factor where user_id = $1',
    [customer],
  )
  const factor = rows[0]?.secret ?? Buffer.alloc(0)
  const files = openUploadFiles(stores, keys)
  const read = async (id: string) => {
    const upload = await findUpload(pool, id)
    return upload && String(await files.read(upload.at))
  }
  return [
    await openVault(pool, keys).open(customer, 'ssn', sealed),
    serverSecrets(keys).decrypt(factor, customer),
    ...(await Promise.all(proofs.map(read))),
  ]
}

test('the master key is replaced while both are accepted, even if the command is killed midway', async () => {
  const all = [secret, totp, ...proofs]
  expect(await readsWith([old])).toEqual(all)
  expect(await readsWith(during)).toEqual(all)

  const killed = await rotate('person_key.wrapped: 500 done')
  expect(killed.code).toBeNull()
  const midway = await countByKey()
  expect(midway.withNext).toBeGreaterThanOrEqual(500)
  expect(midway.withOld).toBeGreaterThan(0)
  expect(await readsWith(during)).toEqual(all)

  // With only one of the two keys, the command says that the other one is still needed.
  await expect(refuseOtherMasterKeys(pool, [next])).rejects.toThrow(/MASTER_KEY_PREVIOUS/)
  await expect(refuseOtherMasterKeys(pool, [old])).rejects.toThrow(/is not the key/)

  const { code, said } = await rotate()
  expect(said).toContain(`person_key.wrapped: ${midway.withOld} re-encrypted, 0 unreadable`)
  expect(said).toContain('second_factor.secret: 1 re-encrypted, 0 unreadable')
  expect(said).toContain('upload.content_key: 2 re-encrypted, 0 unreadable')
  expect(said).toContain('Remove MASTER_KEY_PREVIOUS')
  expect(code).toBe(0)

  expect(await readsWith([next])).toEqual(all)
  await refuseOtherMasterKeys(pool, [next])
  await expect(readsWith([old])).rejects.toThrow()
  expect(await countByKey()).toEqual({ withOld: 0, withNext: PEOPLE + 1 })
})

test('a value that neither key decrypts is counted and left unchanged', async () => {
  const otherCustomer = await newPerson(pool)
  const [column] = SEALED_COLUMNS
  if (!column) throw new Error('nothing is sealed')
  await openVault(pool, [randomBytes(32)]).seal(otherCustomer, 'ssn', secret)
  const expected = { current: PEOPLE + 1, rotated: 0, unreadable: 1 }
  expect(await rotateColumn(pool, during, column)).toEqual(expected)
  await pool.query('delete from person_key where user_id = $1', [otherCustomer])
})

test('links and tokens made with the previous key are still accepted', () => {
  const clock = { now: () => Date.UTC(2026, 0, 31) }
  const link = new URL(fileLinks([old], clock).signedUrl('a-file'), 'http://localhost')
  const [expires, signature] = [
    link.searchParams.get('expires'),
    link.searchParams.get('signature'),
  ]
  const holds = (keys: MasterKeys) =>
    fileLinks(keys, clock).holds('a-file', Number(expires), String(signature))
  expect([holds(during), holds([next])]).toEqual([true, false])

  const before = serverSecrets([old]).tokenFor('confirm', 'a sign-up')
  expect(serverSecrets(during).tokensFor('confirm', 'a sign-up')[1]).toBe(before)
  const after = serverSecrets(during).tokenFor('confirm', 'a sign-up')
  expect(after).not.toBe(before)
  const mailed = (token: string) =>
    serverSecrets(during).tokenWithHash('confirm', 'a sign-up', hashToken(token))
  expect([mailed(before), mailed(after)]).toEqual([before, after])
})
