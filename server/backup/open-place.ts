import type { StoreAddress } from '#server/platform/stores/store-address.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'
import { openS3Place } from './s3-place.ts'

/** @throws StoreUnavailable, from the place's methods, if it cannot be used */
export async function openPlace(address: StoreAddress): Promise<BackupPlace> {
  return address.kind === 'folder' ? openFolderPlace(address.folder) : openS3Place(address)
}

/** Runs work with the place at an address, and closes it. */
export async function withPlace<T>(
  address: StoreAddress,
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const place = await openPlace(address)
  return work(place).finally(() => place.close())
}
