import type { StoredObject } from '#server/platform/stores/object-store.ts'

/**
 * Where the files of backups are: a folder or S3. Both keep the same promises, which one test checks
 * for each of them. Paths have slashes: "keys/2026-01-01T00-00-00-000Z/manifest.json".
 *
 * @throws StoreUnavailable, from every method, where the place cannot do its work now
 */
export interface BackupPlace {
  /** A path, or the whole place, in messages to operators. */
  labelOf(path?: string): string
  /** The names of files and folders directly in a folder; none where it does not exist. */
  list(folder: string): Promise<readonly string[]>
  /** Whole and durable when it resolves; absent until then, and after a failure. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The caller reads or destroys the content. */
  read(path: string): Promise<StoredObject | undefined>
  /** Removes a folder and all that is in it. */
  remove(folder: string): Promise<void>
  close(): void
}
