import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredObject } from '#server/platform/stores/object-store.ts'

/** Large enough that each step of a stream has work to do. */
const CHUNK_BYTES = 256 * 1024

/** Writes a file, in folders that are made where they are missing. On disk when it resolves. */
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

/** Puts a file in the place of another; a crash leaves one or the other. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Names of files in a folder, and of folders, are on disk when it resolves. */
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
