import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStaff } from '#scripts/bench/users.ts'
import { catchUp } from '#scripts/bench-back-office/load-world.ts'
import { buildApp } from '#server/app.ts'
import { drill } from '#server/backup/drill.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { nameAt, writeManifest } from '#server/backup/manifest.ts'
import { readNewestTakenAt } from '#server/backup/newest-backup.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { drillInThread } from '#server/features/backup-drills/drill-in-thread.ts'
import {
  backupDrillHealth,
  backupDrillSchedule,
  type RunDrill,
} from '#server/features/backup-drills/drills.ts'
import { newestBackupSchedule } from '#server/features/backup-drills/newest-backup.ts'
import { FEATURES } from '#server/features/index.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { addressOfFolder } from '#server/platform/stores/store-address.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { lightPasswords } from '#tests/support/light-passwords.ts'
import { openS3Server } from '#tests/support/s3-server.ts'
import { eventually, until } from '#tests/support/wait.ts'
import { MovableClock } from './support/clock.ts'

const { url: ownerUrl, applicationUrl, pool } = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'keel-drill-'))
const identity = await generateX25519Identity()
const identityFile = join(folder, 'identity.txt')
await writeFile(identityFile, `# a comment\n${identity}\n`)
const config = loadConfig({
  NODE_ENV: 'test',
  DATABASE_URL: applicationUrl,
  DATA_DIR: folder,
  BACKUP_DIR: folder,
  LOG_LEVEL: 'silent',
})
const { masterKeys } = config
const clock = new MovableClock()
const services = await openServices(config, applicationUrl, { clock, passwords: lightPasswords() })
const s3 = await openS3Server()
beforeAll(() => makeStaff(services))
afterAll(async () => {
  await s3.close()
  await services.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['a folder', addressOfFolder(folder)],
  ['S3', s3.addressOf('backups/of/keel')],
])(
  'a drill verifies the newest backup in %s and reports what would be lost',
  async (_, address) => {
    const recipients = [await identityToRecipient(identity)]
    const { name, head, takenAt } = await withPlace(address, (place) =>
      makeBackup({ ownerUrl, place, recipients, masterKeys }),
    )
    await pool.query(
      `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts, recorded_at)
     select max(position) + 1, 'later', 1, gen_random_uuid(), '', 'UserSignedUp', 1, '{}', '{}', '',
            '{}', '{}', '{}', $1::timestamptz + interval '90 seconds' from event`,
      [takenAt],
    )
    const runDrill = drillInThread({ ownerUrl, place: address, identityFile, masterKeys })
    expect(await runDrill()).toMatchObject({
      backup: name,
      events: Number(head.position),
      lostEvents: 1,
      lostSeconds: 90,
    })

    // The same backup with a different log.
    const setHash = `update event set hash = decode($1, 'hex') where position = $2`
    await pool.query(setHash, ['00', head.position])
    await expect(runDrill()).rejects.toThrow(/The live log and the backup have different events at/)
    await pool.query(setHash, [head.hash, head.position])
    await pool.query(`delete from event where stream = 'later'`)
    const left = await pool.query(
      `select from pg_database where starts_with(datname, 'keel_drill_')`,
    )
    expect(left.rowCount).toBe(0)
  },
)

test('a drill of an old backup, or beside a large database, fails before it copies anything', async () => {
  const old = join(folder, 'old')
  await withPlace(addressOfFolder(old), async (place) => {
    const options = { ownerUrl, place, masterKeys, identities: [identity] }
    await expect(drill(options)).rejects.toThrow(/there is no finished backup/)
    const recipients = [await identityToRecipient(identity)]
    const manifest = await makeBackup({ ...options, recipients })
    await expect(drill({ ...options, bytesMax: 1_000 })).rejects.toThrow(
      /Set BACKUP_DRILL_DATABASE_URL to a PostgreSQL with room/,
    )
    await place.remove(manifest.name)
    const takenAt = new Date(Date.now() - 37 * HOUR_MS).toISOString()
    const name = nameAt(takenAt)
    await writeManifest(
      place,
      { folder: name, manifest: { ...manifest, name, takenAt } },
      masterKeys[0],
    )
    await expect(drill(options)).rejects.toThrow(`the newest backup was taken at ${takenAt}`)
    expect(await readNewestTakenAt(addressOfFolder(old), masterKeys)).toBe(takenAt)
  })
})

test('staff are notified each day that backups have stopped, until one is made again', async () => {
  const notDrilled = 'no backup drill has passed yet'
  const warnings = async () => {
    const found = (await backupDrillHealth({ ...services, config })).warnings
    return found.filter((warning) => warning !== notDrilled)
  }
  const isoAt = (hoursAgo: number) => new Date(clock.now() - hoursAgo * HOUR_MS).toISOString()
  const check = (takenAt: string | null) =>
    newestBackupSchedule(services, async () => takenAt).run()
  await check(isoAt(35))
  expect(await warnings()).toEqual([])
  await check(null)
  expect(await warnings()).toEqual(['there is no backup'])
  const last = isoAt(37)
  await check(last)
  expect(await warnings()).toEqual([`no backup has been made since ${last}`])
  const next = isoAt(0)
  await check(next)
  await check(next)
  expect(await warnings()).toEqual([])
  const { rows } = await pool.query(
    `select type, data ->> 'takenAt' as "takenAt" from event
     where stream = 'backup-drill-latest' order by position`,
  )
  expect(rows).toEqual([
    { type: 'BackupOverdue', takenAt: null },
    { type: 'BackupOverdue', takenAt: last },
    { type: 'BackupResumed', takenAt: next },
  ])
})

test('a drill that is stopped drops its database and records no failure', async () => {
  const place = addressOfFolder(folder)
  const recipients = [await identityToRecipient(identity)]
  await withPlace(place, (opened) =>
    makeBackup({ ownerUrl, place: opened, recipients, masterKeys }),
  )
  const stop = new AbortController()
  const runDrill = drillInThread({ ownerUrl, place, identityFile, masterKeys }, stop.signal)
  const countOf = async (text: string) => (await pool.query(text)).rowCount
  const databases = () =>
    countOf(`select from pg_database where starts_with(datname, 'keel_drill_')`)
  const stopped = backupDrillSchedule(services, runDrill)[0]?.run()
  await until(async () => (await databases()) === 1)
  stop.abort()
  await stopped
  expect(await databases()).toBe(0)
  expect(await countOf(`select from event where type like 'BackupDrill%'`)).toBe(0)
})

test('a drill runs every week, and staff are notified if it fails or does not run', async () => {
  const app = await buildApp(services)
  const report = { backup: '', takenAt: '', events: 1, lostEvents: 0, lostSeconds: 0, seconds: 1 }
  let runs = 0
  let fault: string | undefined
  const run = async () => {
    runs += 1
    if (fault !== undefined) throw new Error(fault)
    return report
  }
  /** What the server's schedule does a day later, with or without the private key. */
  const nextDay = async (runDrill?: RunDrill) => {
    clock.advance(DAY_MS)
    await backupDrillSchedule(services, runDrill)[0]?.run()
  }
  const ready = async () => (await app.inject('/readyz')).json()
  expect((await ready()).warnings).toContain('no backup drill has passed yet')

  for (let day = 0; day < 8; day += 1) await nextDay(run)
  expect(runs).toBe(2)
  // No server runs the followers here, which would cause a warning after a minute.
  await catchUp(services.pool)
  await eventually(async () => {
    const state = { warnings: [], backupDrillPassedAt: expect.any(String) }
    expect(await ready()).toMatchObject(state)
  })

  clock.advance(6 * DAY_MS)
  fault = 'a part was changed'
  await nextDay(run)
  await nextDay()
  const { rows } = await pool.query<{ type: string; fault: string | null }>(
    `select type, data ->> 'fault' as fault from event
     where type like 'BackupDrill%' order by position`,
  )
  expect(rows).toEqual([
    { type: 'BackupDrillPassed', fault: null },
    { type: 'BackupDrillPassed', fault: null },
    { type: 'BackupDrillFailed', fault: 'a part was changed' },
    {
      type: 'BackupDrillFailed',
      fault: expect.stringMatching(/^no backup drill has passed since 20/),
    },
  ])
  const [told] = FEATURES.notifications.filter(({ kind }) => kind === 'backups')
  expect(told).toMatchObject({ to: 'staff', isAlwaysOn: true })
  expect(Object.keys(told?.texts ?? {})).toEqual(['BackupDrillFailed', 'BackupOverdue'])
  await app.close()
})
