import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { administrate, applicationUrlOf, databaseUrl } from '#scripts/postgres/connection.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { foldersOf, removeExpiredKeys } from '#server/backup/folders.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { MANIFEST } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { Database } from '#tests/support/postgres-url.ts'

const identity = await generateX25519Identity()
const recipients = [await identityToRecipient(identity)]
const masterKeys = [Buffer.alloc(32, 1)] as const

test('a backup of an earlier version is migrated, and sequences continue', async () => {
  const [old, fresh] = [await emptyDatabase('old'), await emptyDatabase('fresh')]
  const within = await mkdtemp(join(tmpdir(), 'keel-backup-old-'))
  try {
    const earlier = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, -1))
    await migrate(old.url, old.url, { migrations: earlier })
    const client = new pg.Client({ connectionString: old.url })
    await client.connect()
    await client.query(`
      insert into person (user_id, display_id, email, full_name, phone, created_at)
      select gen_random_uuid(), n, n, n, '', now() from generate_series(1, 3) as n`)
    await client.end()
    await makeBackup({
      ...{ ownerUrl: old.url, place: openFolderPlace(within) },
      ...{ recipients, masterKeys },
    })
    const { ownerUrl, applicationUrl } = {
      ownerUrl: fresh.url,
      applicationUrl: applicationUrlOf(fresh.url),
    }
    const { migrated } = await restoreBackup({
      ...{ ownerUrl, applicationUrl, place: openFolderPlace(within) },
      ...{ identities: [identity], masterKeys, withPrices: false },
    })
    expect(migrated).toEqual(Object.keys(MIGRATIONS).slice(-1))
    const again = new pg.Client({ connectionString: fresh.url })
    await again.connect()
    const { rows } = await again.query<{ user_no: string }>(`
      insert into person (user_id, display_id, email, full_name, phone, created_at)
      values (gen_random_uuid(), 'x', 'x', 'x', '', now()) returning user_no`)
    await again.end()
    expect(rows[0]?.user_no).toBe('4')
  } finally {
    await old.drop()
    await fresh.drop()
    await rm(within, { recursive: true })
  }
})

test('user keys are deleted after a week, except the newest set', async () => {
  const within = await mkdtemp(join(tmpdir(), 'keel-backup-keys-'))
  const names = ['2026-01-01', '2026-01-09', '2026-01-10'].map((day) => `${day}T00-00-00-000Z`)
  for (const name of names) {
    const keys = join(within, foldersOf(name).keys)
    await mkdir(keys, { recursive: true })
    await writeFile(join(keys, MANIFEST), '')
  }
  const kept = openFolderPlace(within)
  const left = () => readdir(join(within, 'keys'))
  await removeExpiredKeys(kept, Date.parse('2026-01-10T00:00:00Z'))
  expect(await left()).toEqual(names.slice(1))
  await removeExpiredKeys(kept, Date.parse('2026-03-01T00:00:00Z'))
  expect(await left()).toEqual(names.slice(2))
  await rm(within, { recursive: true })
})

async function emptyDatabase(name: string): Promise<Pick<Database, 'url' | 'drop'>> {
  const { serverUrl, template } = inject('postgres')
  const full = template.replace('template', `backup_${name}`)
  await administrate(serverUrl, `create database ${full}`)
  return {
    url: databaseUrl(serverUrl, full),
    drop: async () => void (await administrate(serverUrl, `drop database ${full} with (force)`)),
  }
}
