import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#scripts/free-port.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Launcher } from './account.ts'
import { majorOf } from './cluster-version.ts'
import { type Address, addressIn, responds, urlOf } from './connection.ts'

// Durability keeps PostgreSQL's defaults. Several minutes between checkpoints reduce full-page
// writes; the rest suits a small machine that also runs Node and a browser.
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '120',
  jit: 'off',
}

const FIRST_WITH_BUILTIN_LOCALES = 17

/** The paths of a cluster and its companion files. */
export function placeOf(folder: string) {
  const root = resolve(folder)
  return {
    folder: root,
    cluster: join(root, 'postgres'),
    passwordFile: join(root, 'postgres.password'),
    ownerFile: join(root, 'postgres.owner'),
    logFile: join(root, 'postgres.log'),
  }
}

export type Place = Readonly<ReturnType<typeof placeOf>>

/**
 * Creates it under a temporary name and renames it at the end, so an abort leaves no partial
 * cluster.
 */
export async function createCluster(
  place: Place,
  initdb: string,
  launcher: Launcher,
): Promise<void> {
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
    // No one can intercept a local socket, and a handshake is a fifth of a connection's cost.
    '--auth-local=password',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    ...(await localeFor(initdb)),
  ])
  await promisify(execFile)(command.file, command.args, { env: cleanEnvironment(), cwd: '/' })
  await rm(handedOver)
  await rename(unfinished, place.cluster)
}

/** A locale with the same sort order on every machine. */
async function localeFor(initdb: string): Promise<string[]> {
  if ((await majorOf(initdb)) < FIRST_WITH_BUILTIN_LOCALES) return ['--locale=C.UTF-8']
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
}

/** @returns the address at which it is listening */
export async function startCluster(
  place: Place,
  postgres: string,
  launcher: Launcher,
  settings: Readonly<Record<string, string>>,
): Promise<Address> {
  const port = await freePort()
  const address = addressIn(place.cluster, port)
  const sockets = { unix_socket_directories: address.socketFolder }
  const options = Object.entries({ ...SETTINGS, ...sockets, ...settings, port: String(port) })
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = launcher.commandFor(postgres, ['-D', place.cluster, ...args])
  const log = openSync(place.logFile, 'w')
  // In a separate session: Ctrl-C reaches only this process, which finishes before PostgreSQL
  // stops.
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
  await Promise.race([untilReady(place, address), failure.then(throwNotStarted)])
  // If it ends later, its log may have been deleted with its folder.
  child.removeAllListeners('exit')
  return address
}

function throwNotStarted(reason: string): never {
  throw new StartupError(`The embedded PostgreSQL did not start: ${reason}`)
}

async function untilReady(place: Place, address: Address): Promise<void> {
  const url = urlOf(address, await readFile(place.passwordFile, 'utf8'))
  const deadlineMs = 60_000
  const pauseMs = 50
  for (let waitedMs = 0; waitedMs < deadlineMs; waitedMs += pauseMs) {
    if (await responds(url)) return
    await sleep(pauseMs)
  }
  throwNotStarted(`no response within ${deadlineMs / 1000} s, see ${place.logFile}`)
}

/** PostgreSQL's own variables would make its programs use another server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = ([name]: [string, unknown]) => !name.startsWith('PG') && !name.startsWith('LC_')
  return Object.fromEntries(Object.entries(process.env).filter(foreign))
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ')
}
