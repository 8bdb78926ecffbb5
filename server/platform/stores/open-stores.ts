import { openFolderStore } from '#server/platform/stores/folder-store.ts'
import type { ObjectStore } from '#server/platform/stores/object-store.ts'
import { openS3Store, type StorePatience } from '#server/platform/stores/s3-store.ts'
import {
  addressOfFolder,
  isSameStore,
  parseStoreAddress,
  type StoreAddress,
} from '#server/platform/stores/store-address.ts'

/** The store of an upload, as named in its row; empty: the folder in DATA_DIR. */
export type StorePlace = string

export type Stores = ReturnType<typeof openStores>

interface Settings {
  /** The folder of uploads in DATA_DIR. */
  readonly folder: string
  /** Where new files go; undefined: the folder above. */
  readonly address?: StoreAddress | undefined
  /** Other stores, whose endpoint and region may have changed since rows were written. */
  readonly known?: readonly (StoreAddress | undefined)[]
  readonly patience?: StorePatience | undefined
}

/**
 * The stores of uploads. New files go to one of them; the others contain files stored before the
 * configuration was changed. Each is opened on its first use.
 */
export function openStores({ folder, address, known = [], patience }: Settings) {
  const home = addressOfFolder(folder)
  const current = address ?? home
  const opened = new Map<string, Promise<ObjectStore>>()
  const open = (at: StoreAddress): Promise<ObjectStore> => {
    const found = opened.get(at.url)
    if (found !== undefined) return found
    const opening =
      at.kind === 'folder' ? Promise.resolve(openFolderStore(at.folder)) : openS3Store(at, patience)
    opened.set(at.url, opening)
    return opening
  }
  const addressOf = (place: StorePlace) => (place === '' ? home : parseStoreAddress(place))
  const placeOf = (at: StoreAddress): StorePlace => (isSameStore(at, home) ? '' : at.url)
  return {
    home,
    /** Where new files go. */
    place: placeOf(current),
    placeOf,
    addressOf,
    at(place: StorePlace): Promise<ObjectStore> {
      const named = addressOf(place)
      const configured = [current, ...known].find((each) => each && isSameStore(each, named))
      return open(configured ?? named)
    },
    async close(): Promise<void> {
      for (const store of await Promise.all(opened.values())) store.close()
    },
  }
}
