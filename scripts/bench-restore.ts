import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { withBenchDatabase } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { makeStaff } from '#scripts/bench/users.ts'
import { catchUp, EVENTS_PER_USER, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'

const TARGET_S = 120
const RESTORED = 'bench_restored'

/** How long it takes to back up a year of customer activity, and to restore and verify it. */
export async function benchRestore({ users }: Pick<BenchOptions, 'users'>): Promise<void> {
  console.log(`\nBackup and restore of ${users * EVENTS_PER_USER} events`)
  const folder = await mkdtemp(join(tmpdir(), 'keel-bench-backup-'))
  const place = openFolderPlace(folder)
  const identity = await generateX25519Identity()
  const recipients = [await identityToRecipient(identity)]
  const { masterKeys, ...config } = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  await withBenchDatabase(async (ownerUrl) => {
    const services = await openServices({ masterKeys, ...config }, ownerUrl)
    // Unlike the server's pools, it allows statements that run for minutes.
    const pool = new pg.Pool({ connectionString: ownerUrl })
    const staff = (await makeStaff(services)).map(({ userId }) => userId)
    const bar = progressBar('  loading')
    const world = { ...services, pool, staff, users, nowMs: services.clock.now() }
    await loadWorld(world, (done) => bar(done, BigInt(users * EVENTS_PER_USER)))
    await pool.query('vacuum analyze')
    await catchUp(pool)
    await pool.end()
    await services.close()

    const backup = { ownerUrl, place, recipients, masterKeys }
    const [{ parts }, backupS] = await timed(() => makeBackup(backup))
    const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000
    console.log(`  backup ${backupS.toFixed(1)} s, ${megabytes.toFixed(0)} MB`)
    const target = databaseUrl(ownerUrl, RESTORED)
    await administrate(ownerUrl, `create database ${RESTORED}`)
    const started = performance.now()
    const [{ events }, restoreS] = await timed(() =>
      restoreBackup({
        ...{ ownerUrl: target, applicationUrl: target, place },
        ...{ identities: [identity], masterKeys },
        // The generated prices are not in the price record.
        withPrices: false,
        onStep: (step) =>
          console.log(
            `  ${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s ${step}`,
          ),
      }),
    )
    await administrate(ownerUrl, `drop database ${RESTORED} with (force)`)
    const verdict = restoreS <= TARGET_S ? 'met' : 'missed'
    console.log(
      `  restore ${restoreS.toFixed(1)} s with ${events} events, sound and with the same head, ` +
        `target ${TARGET_S} s: ${verdict}`,
    )
  }).finally(() => rm(folder, { recursive: true }))
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  const result = await work()
  return [result, (performance.now() - started) / 1_000]
}
