import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredObject } from '#server/platform/stores/object-store.ts'

/** Large enough for efficient streaming. */
const CHUNK_BYTES = 256 * 1024

/** Writes a file, and creates missing folders. On disk when it resolves. */
export async function writeDurably(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replaces one file with another; after a crash, one of the two exists. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Resolves once the names of a folder's files and subfolders are on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export async function openFile(path: string): Promise<StoredObject | undefined> {
  const file = await open(path).catch(whenMissing)
  if (!file) return undefined
  const { size } = await file.stat()
  return { bytes: size, content: file.createReadStream({ highWaterMark: CHUNK_BYTES }) }
}

export function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
