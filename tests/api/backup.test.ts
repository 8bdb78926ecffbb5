import { mkdtemp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { makeStaff } from '#scripts/bench/users.ts'
import { catchUp, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { foldersOf } from '#server/backup/folders.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import type { BackupManifest } from '#server/backup/manifest.ts'
import { type RestoreOptions, restoreBackup } from '#server/backup/restore-backup.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { addJob, defineTask } from '#server/platform/jobs.ts'
import { openVault } from '#server/platform/vault.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { cloneDatabase } from '#tests/support/postgres-url.ts'

const database = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'keel-backup-'))
const place = openFolderPlace(folder)
const identity = await generateX25519Identity()
const recipients = [await identityToRecipient(identity)]
const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: folder })
const { masterKeys } = config
const target = await cloneDatabase(inject('postgres'))
const options: RestoreOptions = {
  ...{ ownerUrl: target.url, applicationUrl: target.applicationUrl, place },
  ...{ identities: [identity], masterKeys },
  // The invented prices of the test data are not among the recorded prices.
  withPrices: false,
}
let first: BackupManifest

beforeAll(async () => {
  const services = await openServices(config, database.url)
  const staff = (await makeStaff(services)).map(({ userId }) => userId)
  await loadWorld({ ...services, staff, users: 100, nowMs: services.clock.now() })
  await catchUp(services.pool)
  await services.close()
  first = await backUp()
})
afterAll(async () => {
  await target.drop()
  await rm(folder, { recursive: true })
})

function backUp(): Promise<BackupManifest> {
  return makeBackup({ ownerUrl: database.url, place, recipients, masterKeys })
}

describe('a backup that cannot be restored is refused before anything is written', () => {
  const refusal = (changes: Partial<RestoreOptions> = {}) =>
    restoreBackup({ ...options, ...changes }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
  const pathOf = (file: string) => join(folder, foldersOf(first.name).backup, file)

  /** Changes a file, checks the refusal, and restores the file. */
  async function afterChange(file: string, change: (path: string) => Promise<void>) {
    const path = pathOf(file)
    const content = await readFile(path)
    await change(path)
    const said = await refusal()
    await writeFile(path, content)
    return said
  }

  test('a truncated part', async () => {
    const said = await afterChange('event.zst.age', (path) => truncate(path, 500))
    expect(said).toMatch(/event\.zst\.age has 500 bytes, not the \d+ of the manifest/)
  })

  test('a changed byte', async () => {
    const said = await afterChange('document.zst.age', async (path) => {
      const file = await open(path, 'r+')
      const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: 700 })
      await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 700)
      await file.close()
    })
    expect(said).toMatch(/document\.zst\.age was changed/)
  })

  test('a missing part', async () => {
    expect(await afterChange('balance.zst.age', (path) => rm(path))).toMatch(/balance.* is missing/)
  })

  test('a manifest with wrong figures', async () => {
    const said = await afterChange('manifest.json', async (path) => {
      const text = await readFile(path, 'utf8')
      await writeFile(path, text.replace(`"position": "${first.head.position}"`, '"position": "9"'))
    })
    expect(said).toMatch(/manifest\.json was changed: its signature does not match/)
  })

  test('a wrong private key, a wrong master key, missing user keys, an unknown name', async () => {
    expect(await refusal({ identities: [await generateX25519Identity()] })).toMatch(
      /does not open with the identity of BACKUP_IDENTITY_FILE/,
    )
    expect(await refusal({ masterKeys: [Buffer.alloc(32, 1)] })).toMatch(/another MASTER_KEY/)
    expect(await refusal({ name: '2020-01-01T00-00-00-000Z' })).toMatch(
      /holds no finished backup 2020/,
    )
    await rename(join(folder, 'keys'), join(folder, 'elsewhere'))
    expect(await refusal()).toMatch(/contains no user keys. Give --without-keys/)
    await rename(join(folder, 'elsewhere'), join(folder, 'keys'))
  })

  test('a database that is not empty', async () => {
    expect(await refusal({ ownerUrl: database.url })).toMatch(
      /The database is not empty \(.*\): restore into a new one\./,
    )
  })
})

test('a backup fails if its target accepts no files', async () => {
  const full = { ...place, write: () => Promise.reject(new Error('no room')) }
  const options = { ownerUrl: database.url, place: full, recipients, masterKeys }
  await expect(makeBackup(options)).rejects.toThrow('no room')
})

test('a restore that fails in one session leaves the database unchanged', async () => {
  const before = await contentOf(target.url)
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  await client.query('alter table journal add constraint refuses_all check (position < 0)')
  await expect(restoreBackup(options)).rejects.toThrow('refuses_all')
  await client.query('alter table journal drop constraint refuses_all')
  await client.end()
  expect(await contentOf(target.url)).toEqual(before)
})

test('a restored database equals the original, except for erased users', async () => {
  const [erased, other] = await peopleWithKeys()
  const purpose = 'a test'
  const vault = openVault(database.pool, masterKeys)
  const sealed = {
    erased: await vault.seal(erased, purpose, Buffer.from('one')),
    other: await vault.seal(other, purpose, Buffer.from('two')),
  }
  const note = z.object({ note: z.string() })
  const job = defineTask('test.job', note, 'main', { isPersonal: true })
  await addJob(database.pool, job, { note: 'later' }, { key: 'only one', runAt: new Date(9e12) })
  const kept = await backUp()
  const before = await contentOf(database.url)
  // Erased after the backup, so the next one does not have their key.
  await database.pool.query('delete from person_key where user_id = $1', [erased])
  await backUp()

  const restored = await restoreBackup({ ...options, name: kept.name })
  expect(restored.events).toBe(BigInt(kept.head.position))
  expect(restored.withoutKey).toBe(1)
  const after = await contentOf(target.url)
  expect({ ...after, rows: { ...after.rows, person_key: '' } }).toEqual({
    ...before,
    rows: { ...before.rows, person_key: '' },
  })
  const pool = new pg.Pool({ connectionString: target.applicationUrl })
  const restoredVault = openVault(pool, masterKeys)
  expect(await restoredVault.open(erased, purpose, sealed.erased)).toBeUndefined()
  expect(String(await restoredVault.open(other, purpose, sealed.other))).toBe('two')
  await pool.end()
})

async function peopleWithKeys(): Promise<[string, string]> {
  const { rows } = await database.pool.query<{ user_id: string }>(
    'select distinct user_id from kyc_applicant join person_key using (user_id) limit 2',
  )
  return [rows[0]?.user_id ?? '', rows[1]?.user_id ?? '']
}

/** Every row of every table, and the definitions of all other objects. */
async function contentOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const list = async (text: string) =>
    (await client.query<{ line: string }>(text)).rows.map(({ line }) => line)
  const tables = await list(`
    select relname as line from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely'
    order by 1`)
  const rows: Record<string, string> = {}
  for (const table of tables) {
    const [digest] = await list(`
      select count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as line
      from ${table} as r`)
    rows[table] = digest ?? ''
  }
  const content = {
    rows,
    jobs: await list(`
      select identifier || payload::text || key || run_at || coalesce(flags::text, '') as line
      from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = task_id order by 1`),
    indexes: await list(`
      select indexdef as line from pg_indexes where schemaname = 'public' order by 1`),
    constraints: await list(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint where connamespace = 'public'::regnamespace order by 1`),
    triggers: await list(`
      select pg_get_triggerdef(oid) || tgenabled::text as line from pg_trigger
      where not tgisinternal order by 1`),
    migrations: await list('select name as line from kysely_migration order by 1'),
  }
  await client.end()
  return content
}
