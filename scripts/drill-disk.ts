import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDrillWorld } from '#scripts/drill/drill-world.ts'
import { Relay } from '#scripts/drill/relay.ts'
import { responds } from '#scripts/postgres/connection.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#scripts/postgres/embedded-postgres.ts'

const DISK_MB = 400
const FULL_MS = 30_000
const LOAD_MS = 3_000
const BLOCK = Buffer.alloc(64 * 1024)
/**
 * Small enough for the disk. New segments of the write-ahead log are not recycled, so that
 * PostgreSQL meets the worst case: it stops when it cannot write its log.
 */
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }

/**
 * Fills PostgreSQL's disk under load, frees space again, and measures how soon the service has
 * recovered. If PostgreSQL stopped, it is restarted, as a service manager would do.
 */
export async function drillDisk(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-disk-'))
  mount(folder)
  const relay = await Relay.open()
  let postgres: EmbeddedPostgres | undefined
  try {
    await chmod(folder, 0o711)
    postgres = await startEmbeddedPostgres(folder, SETTINGS)
    const urls = {
      throughRelay: relay.leadTo(postgres.ownerUrl),
      direct: () => (postgres as EmbeddedPostgres).ownerUrl,
    }
    return await withDrillWorld(urls, async ({ load, logged, secondsUntilWhole }) => {
      await sleep(LOAD_MS)
      const before = load.acknowledged.size
      const ballast = join(folder, 'ballast')
      await fill(ballast)
      console.log(`\nA disk of ${DISK_MB} MB is full for ${FULL_MS / 1_000} s under load`)
      await sleep(FULL_MS)
      console.log(`  ${load.acknowledged.size - before} orders acknowledged while it was full`)
      for (const [text, count] of logged) console.log(`  logged ${count} ×: ${text}`)
      await rm(ballast)
      if (!(await responds(urls.direct()))) {
        console.log('  PostgreSQL has stopped and is started again')
        postgres = await startEmbeddedPostgres(folder, SETTINGS)
        relay.leadTo(postgres.ownerUrl)
      }
      const seconds = await secondsUntilWhole()
      const parts = Object.entries(seconds).map(([name, s]) => `${name} ${s.toFixed(1)}`)
      console.log(`  seconds until each part works again: ${parts.join('  ')}`)
    })
  } finally {
    await relay.close()
    await postgres?.stop()
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

function mount(folder: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  } catch (error) {
    throw new Error('the disk drill mounts a small file system: run it on Linux, as root', {
      cause: error,
    })
  }
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(BLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
