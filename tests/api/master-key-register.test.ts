import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { refuseOtherMasterKeys, registerMasterKey } from '#server/master-key-register.ts'
import { openServices } from '#server/open-services.ts'
import { fingerprintOf } from '#server/platform/cipher.ts'
import { loadConfig } from '#server/platform/config.ts'
import { openVault } from '#server/platform/vault.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { newPerson } from '#tests/support/person.ts'

const { pool, url } = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'keel-register-'))
afterAll(() => rm(folder, { recursive: true }))

const [right, wrong, next] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const refusal = /^MASTER_KEY is not the key that this database is sealed with/

const registered = async () => {
  const { rows } = await pool.query<{ fingerprint: string }>(
    'select fingerprint from master_key order by fingerprint',
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

beforeEach(async () => {
  await pool.query('delete from master_key')
  await pool.query('delete from person_key')
})

test('the first server decides which key encrypts a new database', async () => {
  await refuseOtherMasterKeys(pool, [wrong])
  await registerMasterKey(pool, [right])
  await registerMasterKey(pool, [right])
  await expect(registerMasterKey(pool, [wrong])).rejects.toThrow(refusal)
  expect(await registered()).toEqual([fingerprintOf(right)])
})

test('of two servers with different keys, on a new database, one is refused', async () => {
  const keys = [right, wrong] as const
  const outcomes = await Promise.allSettled(keys.map((key) => registerMasterKey(pool, [key])))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await registered()).toHaveLength(1)
})

describe('a database from before keys were registered', () => {
  beforeEach(async () => {
    const person = await newPerson(pool)
    await openVault(pool, [right]).seal(person, 'ssn', Buffer.from('078-05-1120'))
  })

  test('accepts the key that decrypts its data', async () => {
    await expect(registerMasterKey(pool, [wrong])).rejects.toThrow(refusal)
    expect(await registered()).toEqual([])
    await registerMasterKey(pool, [right])
    expect(await registered()).toEqual([fingerprintOf(right)])
  })

  test('keeps the old key until everything is re-encrypted', async () => {
    await registerMasterKey(pool, [next, right])
    await expect(refuseOtherMasterKeys(pool, [next])).rejects.toThrow(fingerprintOf(right))
    await refuseOtherMasterKeys(pool, [right, next])
  })

  test('is not served with another key', async () => {
    const config = loadConfig({
      ...{ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder },
      MASTER_KEY: wrong.toString('base64'),
    })
    await expect(openServices(config, url)).rejects.toThrow(refusal)
  })

  test('is not backed up with another key, and nothing is written', async () => {
    const place = join(folder, 'backups')
    const identity = await generateX25519Identity()
    const recipients = [await identityToRecipient(identity)]
    const backUp = (key: Buffer, to = recipients) =>
      makeBackup({
        ...{ ownerUrl: url, place: openFolderPlace(place), recipients: to },
        masterKeys: [key],
      })
    await expect(backUp(wrong)).rejects.toThrow(refusal)
    const mistyped = [`${recipients[0]?.slice(0, -1)}`]
    await expect(backUp(right, mistyped)).rejects.toThrow(/^BACKUP_RECIPIENT contains an invalid/)
    expect(await readdir(place).catch(() => [])).toEqual([])
    await backUp(right)
    expect((await readdir(place)).length).toBeGreaterThan(0)
  })
})

/** Runs a command as an operator who has configured only the database. */
async function run(script: string, ...args: string[]) {
  const empty = `${new URL(url).pathname.slice(1)}_empty`
  const { serverUrl } = inject('postgres')
  await administrate(serverUrl, `create database ${empty}`)
  const DATABASE_URL = databaseUrl(serverUrl, empty)
  const DATA_DIR = join(folder, 'operator')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  try {
    const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    const [code] = await once(child, 'close')
    await client.connect()
    const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`)
    return { code, said, tables: rowCount, files: await readdir(DATA_DIR).catch(() => []) }
  } finally {
    await client.end()
    await administrate(serverUrl, `drop database ${empty} with (force)`)
  }
}

test('a command changes neither a database nor a folder that it was pointed at by mistake', async () => {
  const verified = await run('verify-ledger')
  expect(verified).toMatchObject({ code: 1, tables: 0, files: [] })
  expect(verified.said).toMatch(/^The schema is older than this release needs .+npm run migrate/)

  const granted = await run('grant-role', 'staff@example.com', 'admin', 'new colleague')
  expect(granted).toMatchObject({ code: 1, tables: 0, files: [] })
})
