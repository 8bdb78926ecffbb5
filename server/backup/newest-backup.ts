import type { StoreAddress } from '#server/platform/stores/store-address.ts'
import { HOUR_MS } from '#shared/time.ts'
import { findNewest } from './folders.ts'
import { readBackup } from './manifest.ts'
import { withPlace } from './open-place.ts'
import type { BackupPlace } from './place.ts'

/** A daily backup that took longer than usual, or was made later in the day, is not late yet. */
const AGE_HOURS_MAX = 36

interface Reading {
  readonly place: BackupPlace
  readonly masterKeys: readonly Buffer[]
}

/** When the newest finished backup was taken, as its signed manifest says; null if there is none. */
export async function newestTakenAt({ place, masterKeys }: Reading): Promise<string | null> {
  const folder = await findNewest(place)
  if (folder === undefined) return null
  return (await readBackup({ place, folder, masterKeys })).takenAt
}

/** {@link newestTakenAt} of an address. */
export function readNewestTakenAt(
  address: StoreAddress,
  masterKeys: readonly Buffer[],
): Promise<string | null> {
  return withPlace(address, (place) => newestTakenAt({ place, masterKeys }))
}

/** What is wrong with the age of the newest backup, if anything is. */
export function ageFault(takenAt: string | null, nowMs: number): string | undefined {
  if (takenAt === null) return 'there is no finished backup'
  if (nowMs - Date.parse(takenAt) <= AGE_HOURS_MAX * HOUR_MS) return undefined
  return `the newest backup was taken at ${takenAt}, more than ${AGE_HOURS_MAX} hours ago`
}
