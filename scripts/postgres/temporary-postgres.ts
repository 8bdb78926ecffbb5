import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, runningPostmaster, stopPostmaster } from './postmaster.ts'

const FOLDER_PREFIX = `keel-postgres-${process.getuid?.() ?? 0}-`

/** PostgreSQL for one run of tests or benchmarks, in a temporary folder that `stop` removes. */
export async function startTemporaryPostgres(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  await removeAbandonedFolders()
  const folder = join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-${name}`)
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

/** A run that was killed leaves its PostgreSQL behind: the next run stops and removes it. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    if (isAlive(Number.parseInt(name.slice(FOLDER_PREFIX.length), 10))) continue
    const folder = join(tmpdir(), name)
    const postmaster = runningPostmaster(join(folder, 'postgres'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    await rm(folder, { recursive: true, force: true })
  }
}
