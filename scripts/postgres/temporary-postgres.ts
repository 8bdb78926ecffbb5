import { readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, runningPostmaster, stopPostmaster } from './postmaster.ts'

const FOLDER_PREFIX = `keel-postgres-${process.getuid?.() ?? 0}-`

/** A file system that Linux keeps in memory. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 3 * 1024 ** 3

/**
 * The folder for a PostgreSQL whose data need not survive: in memory if there is plenty, otherwise
 * the folder for temporary files. Each new database consists of hundreds of files, and before ext4
 * creates a file, it checks every file that was deleted in the last few minutes.
 */
export async function fastFolder(): Promise<string> {
  const found = await statfs(MEMORY).catch(() => undefined)
  const free = found ? found.bavail * found.bsize : 0
  return free >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}

/** PostgreSQL for one run of tests or benchmarks, in a temporary folder that `stop` removes. */
export async function startTemporaryPostgres(
  name: string,
  settings: Readonly<Record<string, string>> = {},
  within = tmpdir(),
): Promise<EmbeddedPostgres> {
  for (const each of new Set([within, tmpdir()])) await removeAbandonedFolders(each)
  const folder = join(within, `${FOLDER_PREFIX}${process.pid}-${name}`)
  const server = await startEmbeddedPostgres(folder, settings)
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stops and removes the PostgreSQL of earlier runs that were killed. */
async function removeAbandonedFolders(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    if (isAlive(Number.parseInt(name.slice(FOLDER_PREFIX.length), 10))) continue
    const folder = join(within, name)
    const postmaster = runningPostmaster(join(folder, 'postgres'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    await rm(folder, { recursive: true, force: true })
  }
}
