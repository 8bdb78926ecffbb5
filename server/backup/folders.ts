import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#server/platform/startup-error.ts'
import { DAY_MS } from '#shared/time.ts'

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/
const UNFINISHED = '.partial'
const KEYS = 'keys'
const KEYS_LIFE_DAYS = 7

/** Where a backup is, and where the keys of persons are: DIR/NAME and DIR/keys/NAME. */
export function placesOf(folder: string, name: string) {
  return { backup: join(folder, name), keys: join(folder, KEYS, name) }
}

/** Where a backup is written before it has its name. */
export function unfinishedPlacesOf(folder: string, name: string) {
  return placesOf(folder, `${name}${UNFINISHED}`)
}

/** Deletes what backups that were killed left behind. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const within of [folder, join(folder, KEYS)]) {
    const names = await namesIn(within)
    for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
      await rm(join(within, name), { recursive: true })
    }
  }
}

/** @param name undefined: the newest one @throws StartupError where there is none */
export async function findBackup(folder: string, name?: string): Promise<string> {
  const names = await finished(folder)
  const found = name ?? names.at(-1)
  if (found === undefined) throw new StartupError(`${folder} holds no finished backup.`)
  if (!names.includes(found)) {
    throw new StartupError(`${folder} holds no backup ${found}; the newest is ${names.at(-1)}.`)
  }
  return found
}

/** The newest keys of persons: whoever was erased since a backup has none among them. */
export async function findKeySet(folder: string): Promise<string | undefined> {
  return (await finished(join(folder, KEYS))).at(-1)
}

/** Deletes old keys of persons, never the newest, so that what was erased becomes unreadable. */
export async function removeExpiredKeys(folder: string, nowMs: number): Promise<void> {
  const names = (await finished(join(folder, KEYS))).slice(0, -1)
  const expired = names.filter((name) => nowMs - timeOf(name) > KEYS_LIFE_DAYS * DAY_MS)
  for (const name of expired) await rm(join(folder, KEYS, name), { recursive: true })
}

/** Folders that have their final name: a backup gets it when all of it is on disk. */
async function finished(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => NAME.test(name)).sort()
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function timeOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1T$2:$3:$4.$5Z'))
}
