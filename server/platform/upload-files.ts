import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { framedLength, openFrames, sealFrames } from '#server/platform/framed-cipher.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'
import type { StorePlace, Stores } from '#server/platform/stores/open-stores.ts'

/** The object that contains the bytes of one upload. */
export interface UploadObject {
  readonly place: StorePlace
  readonly object: string
  /**
   * The wrapped key that it is encrypted with; null: it is on this machine, unchanged or sealed.
   */
  readonly contentKey: Buffer | null
}

export type UploadFiles = ReturnType<typeof openUploadFiles>

const KEY_BYTES = 32

const CONTEXT = 'upload object '

/** The keys of encrypted objects in stores, each bound to the name of its object. */
export const CONTENT_KEYS: SealedColumn = {
  table: 'upload',
  key: 'id',
  column: 'content_key',
  boundTo: `'${CONTEXT}' || coalesce(object, id)`,
  purpose: 'keys of uploads',
}

/**
 * The bytes of uploads in their stores. Objects that leave this machine are encrypted with a key
 * that only the upload's row contains: deleting the row makes every copy of the object unreadable,
 * including copies that a store keeps of deleted objects.
 *
 * While an old file is being sealed, its sealed copy is stored next to it.
 */
export function openUploadFiles(stores: Pick<Stores, 'place' | 'at'>, masterKeys: MasterKeys) {
  const ring = keyRing(masterKeys, CONTENT_KEYS.purpose)
  const contextOf = (object: string) => `${CONTEXT}${object}`
  const copyOf = (object: string) => `${object}.sealed`
  const keyOf = ({ object, contentKey }: UploadObject) =>
    contentKey && ring.unseal(contentKey, contextOf(object))

  const write = async (at: UploadObject, content: Buffer, name: string = at.object) => {
    const key = keyOf(at)
    const bytes = key ? sealFrames(key, content, contextOf(at.object)) : content
    await (await stores.at(at.place)).put(name, bytes)
  }
  const open = async (at: UploadObject, name: string = at.object) => {
    const found = await (await stores.at(at.place)).get(name)
    if (!found) return undefined
    const key = keyOf(at)
    if (!key) return found
    const plain = Readable.from(openFrames(key, found.content, contextOf(at.object)))
    // Also if reading never started.
    plain.once('close', () => found.content.destroy())
    return { bytes: found.bytes, content: plain }
  }
  const read = async (at: UploadObject, name?: string): Promise<Buffer | undefined> => {
    const found = await open(at, name)
    return found && buffer(found.content)
  }

  return {
    /** A name and key for an object that is not written yet. */
    async newObject(object: string, place = stores.place): Promise<UploadObject> {
      const { isRemote } = await stores.at(place)
      const key = isRemote ? ring.seal(randomBytes(KEY_BYTES), contextOf(object)) : null
      return { place, object, contentKey: key }
    },
    write: (at: UploadObject, content: Buffer) => write(at, content),
    read: (at: UploadObject) => read(at),
    /** Streams an upload, if its object exists and has the length given in its row. */
    async stream(at: UploadObject, bytes: number): Promise<Readable | undefined> {
      const found = await open(at)
      if (!found) return undefined
      if (found.bytes === (at.contentKey ? framedLength(bytes) : bytes)) return found.content
      found.content.destroy()
      return undefined
    },
    async remove({ place, object }: Pick<UploadObject, 'place' | 'object'>): Promise<void> {
      const store = await stores.at(place)
      await store.remove(copyOf(object))
      await store.remove(object)
    },
    writeCopy: (at: UploadObject, content: Buffer) => write(at, content, copyOf(at.object)),
    readCopy: (at: UploadObject) => read(at, copyOf(at.object)),
    /** Replaces the file with the copy; does nothing if another process has done it. */
    async replaceByCopy({ place, object }: UploadObject): Promise<void> {
      await (await stores.at(place)).replace(object, copyOf(object))
    },
  }
}

/** Binds a sealed file to its id. */
export function purposeOf(id: string): string {
  return `upload ${id}`
}
