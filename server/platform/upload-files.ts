import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export type UploadFiles = ReturnType<typeof openUploadFiles>

/**
 * The bytes of uploads on disk, named by id. While an old file is being sealed its sealed copy lies
 * beside it.
 */
export function openUploadFiles(folder: string) {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  const copyOf = (id: string) => `${pathOf(id)}.sealed`
  return {
    write: (id: string, content: Buffer) => writeDurably(pathOf(id), content, 'wx'),
    read: (id: string) => readFile(pathOf(id)).catch(whenMissing),
    /** Streams a file, if it is there and as long as its row says. */
    async stream(id: string, bytes: number): Promise<Readable | undefined> {
      const handle = await open(pathOf(id)).catch(whenMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      if (size === bytes) return handle.createReadStream()
      await handle.close()
      return undefined
    },
    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        await rm(copyOf(id), { force: true })
        await rm(pathOf(id), { force: true })
      }
    },
    writeCopy: (id: string, content: Buffer) => writeDurably(copyOf(id), content, 'w'),
    readCopy: (id: string) => readFile(copyOf(id)).catch(whenMissing),
    /** Puts the copy in the place of the file; nothing where another process has done it. */
    async replaceByCopy(id: string): Promise<void> {
      await rename(copyOf(id), pathOf(id)).catch(whenMissing)
      const parent = await open(dirname(pathOf(id)))
      await parent.sync().finally(() => parent.close())
    },
  }
}

/** Binds a sealed file to its id. */
export function purposeOf(id: string): string {
  return `upload ${id}`
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Writes and syncs before anything refers to the file: an accepted submission keeps its proof. */
async function writeDurably(path: string, content: Buffer, flag: 'w' | 'wx'): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, flag, 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
