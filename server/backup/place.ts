import type { StoredObject } from '#server/platform/stores/object-store.ts'

/**
 * Where the files of backups are: a folder or S3. Both give the same guarantees, which one test
 * checks for both. Paths have slashes: "keys/2026-01-01T00-00-00-000Z/manifest.json".
 *
 * @throws StoreUnavailable from every method, if the place is not available
 */
export interface BackupPlace {
  /** The label of a path, or of the whole place, in messages to operators. */
  labelOf(path?: string): string
  /** The names of files and folders directly in a folder; none if it does not exist. */
  list(folder: string): Promise<readonly string[]>
  /** Complete and durable when it resolves; absent before that, and after a failure. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The caller reads or destroys the content. */
  read(path: string): Promise<StoredObject | undefined>
  /** Removes a folder with everything in it. */
  remove(folder: string): Promise<void>
  close(): void
}
