import { StartupError } from '#server/platform/startup-error.ts'
import { DAY_MS } from '#shared/time.ts'
import { MANIFEST } from './manifest.ts'
import type { BackupPlace } from './place.ts'

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/
const KEYS = 'keys'
const KEYS_LIFE_DAYS = 7
/** The folders of backups, and of people's keys. */
const KINDS = ['', `${KEYS}/`]

/** The folders of a backup and of its set of people's keys: NAME and keys/NAME. */
export function foldersOf(name: string) {
  return { backup: name, keys: `${KEYS}/${name}` }
}

/**
 * Deletes the remains of backups that were killed or failed. Each backup does this first, so that
 * only names after the newest finished backup have to be checked.
 */
export async function removeUnfinished(place: BackupPlace): Promise<void> {
  for (const kind of KINDS) {
    for (const name of (await namesIn(place, kind)).reverse()) {
      if (await isFinished(place, `${kind}${name}`)) break
      await place.remove(`${kind}${name}`)
    }
  }
}

/** The newest finished backup. */
export async function findNewest(place: BackupPlace): Promise<string | undefined> {
  return newestIn(place, '')
}

/** @param name undefined: the newest one @throws StartupError if there is none */
export async function findBackup(place: BackupPlace, name?: string): Promise<string> {
  const newest = await findNewest(place)
  if (newest === undefined) {
    throw new StartupError(`${place.labelOf()} holds no finished backup.`)
  }
  const found = name ?? newest
  if (NAME.test(found) && (await isFinished(place, found))) return found
  throw new StartupError(
    `${place.labelOf()} holds no finished backup ${found}; the newest is ${newest}.`,
  )
}

/** The newest set of people's keys, which has no key of a user who was erased since a backup. */
export async function findKeySet(place: BackupPlace): Promise<string | undefined> {
  return newestIn(place, `${KEYS}/`)
}

/**
 * Deletes old sets of people's keys, but never the newest, so that erased data becomes unreadable.
 */
export async function removeExpiredKeys(place: BackupPlace, nowMs: number): Promise<void> {
  const newest = await findKeySet(place)
  const names = await namesIn(place, `${KEYS}/`)
  const expired = names.filter((name) => nowMs - timeOf(name) > KEYS_LIFE_DAYS * DAY_MS)
  for (const name of expired) {
    if (name !== newest) await place.remove(foldersOf(name).keys)
  }
}

async function newestIn(place: BackupPlace, kind: string): Promise<string | undefined> {
  for (const name of (await namesIn(place, kind)).reverse()) {
    if (await isFinished(place, `${kind}${name}`)) return name
  }
  return undefined
}

/** A folder is finished if it has a manifest, which is written last. */
async function isFinished(place: BackupPlace, folder: string): Promise<boolean> {
  return (await place.list(folder)).includes(MANIFEST)
}

async function namesIn(place: BackupPlace, kind: string): Promise<string[]> {
  const names = await place.list(kind.replace(/\/$/, ''))
  return names.filter((name) => NAME.test(name)).sort()
}

function timeOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1T$2:$3:$4.$5Z'))
}
