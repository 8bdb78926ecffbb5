import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from './connection.ts'

/** A PostgreSQL server process, as its own postmaster.pid describes it. */
export interface Postmaster extends Address {
  readonly pid: number
}

/** The server that is running on this data folder, started by any process. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(join(cluster, 'postmaster.pid'))?.split('\n')
  const pid = Number(lines?.[0])
  const port = Number(lines?.[3])
  // A pid file survives a power cut, and its pid may have been reused by another program.
  if (!pid || !isAlive(pid) || !isPostgres(pid)) return undefined
  return { pid, port, socketFolder: lines?.[4] ?? '' }
}

/** How long the remains of a killed server may take to disappear. Milliseconds. */
const REMAINS_MS_MAX = 5_000

/**
 * Cleans up after a server that did not shut down. Its processes keep its memory for a moment after
 * its death, and its pid stays in use until its parent has reaped it.
 *
 * PostgreSQL itself only checks whether the pid in the file is in use. It would refuse to start if
 * a dead process is never reaped, or if another program now has the pid.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number(readText(file)?.split('\n')[0])
  if (!pid) return
  const areGone = () => processesIn(cluster).length === 0 && !isZombie(pid)
  await settled(areGone, REMAINS_MS_MAX)
  for (const each of processesIn(cluster)) {
    signalProcess(each, 'SIGKILL')
    await hasEnded(each, REMAINS_MS_MAX)
  }
  if (isZombie(pid) || (isAlive(pid) && !isPostgres(pid))) rmSync(file, { force: true })
}

/** The processes that work in this data folder, as a server and its backends do. */
function processesIn(cluster: string): number[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc').flatMap((name) => {
    const isOne = /^\d+$/.test(name) && folderOf(name) === cluster && isAlive(Number(name))
    return isOne ? Number(name) : []
  })
}

function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * Stops it: first a fast shutdown, then an immediate one (it recovers from its log at the next
 * start).
 */
export async function stopPostmaster(pid: number): Promise<void> {
  signalProcess(pid, 'SIGINT')
  if (await hasEnded(pid, 20_000)) return
  signalProcess(pid, 'SIGQUIT')
  if (await hasEnded(pid, 10_000)) return
  signalProcess(pid, 'SIGKILL')
  await hasEnded(pid, 10_000)
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended before the signal was sent.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether it has ended but was not reaped by its parent; its pid is in use until then. */
function isZombie(pid: number): boolean {
  return statusOf(pid)?.[0] === 'Z'
}

/**
 * Makes this process the owner of a folder. The owner stops PostgreSQL when it ends.
 *
 * @returns false if another living process is the owner
 */
export function claimOwnership(ownerFile: string): boolean {
  const owner = readText(ownerFile)
  if (owner !== undefined && owner !== identityOf(process.pid) && isIdentityAlive(owner)) {
    return false
  }
  writeFileSync(ownerFile, identityOf(process.pid))
  return true
}

export function releaseOwnership(ownerFile: string): void {
  if (readText(ownerFile) === identityOf(process.pid)) rmSync(ownerFile, { force: true })
}

/** A pid with its start time, because a restarted container reuses pids. */
function identityOf(pid: number): string {
  return `${pid} ${statusOf(pid)?.[19] ?? ''}`
}

/** The fields after the program's name, which may contain spaces: state, parent, … */
function statusOf(pid: number): string[] | undefined {
  const text = readText(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function isIdentityAlive(identity: string): boolean {
  const pid = Number(identity.split(' ')[0])
  return isAlive(pid) && identityOf(pid) === identity
}

function isPostgres(pid: number): boolean {
  const commandLine = readText(`/proc/${pid}/cmdline`)
  return commandLine === undefined || commandLine.includes('postgres')
}

function hasEnded(pid: number, deadlineMs: number): Promise<boolean> {
  return settled(() => !isAlive(pid), deadlineMs)
}

async function settled(isSettled: () => boolean, deadlineMs: number): Promise<boolean> {
  const pauseMs = 25
  for (let waitedMs = 0; waitedMs < deadlineMs; waitedMs += pauseMs) {
    if (isSettled()) return true
    await sleep(pauseMs)
  }
  return isSettled()
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
