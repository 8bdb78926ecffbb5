import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ObjectStore, StoreUnavailable } from '#server/platform/stores/object-store.ts'

/** Objects as files, in folders named by the first two characters of their names. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  const check = async () => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.R_OK | constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StoreUnavailable(folder, `cannot be written (${code})`, {
        isLasting: true,
        cause: error,
      })
    }
  }
  return {
    label: folder,
    isRemote: false,
    put: (name, content) => writeDurably(pathOf(name), content),
    async get(name) {
      const handle = await open(pathOf(name)).catch(whenMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { bytes: size, content: handle.createReadStream() }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async replace(name, by) {
      await rename(pathOf(by), pathOf(name)).catch(whenMissing)
      const parent = await open(dirname(pathOf(name)))
      await parent.sync().finally(() => parent.close())
    },
    check,
    prove: check,
    close: () => {},
  }
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Writes and syncs before anything refers to the file: an accepted submission keeps its proof. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
