import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openFile,
  renameDurably,
  whenMissing,
  writeDurably,
} from '#server/platform/stores/durable-files.ts'
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
    // Durable before anything refers to the file, so that an accepted submission keeps its proof.
    put: (name, content) => writeDurably(pathOf(name), content),
    get: (name) => openFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    replace: (name, by) => renameDurably(pathOf(by), pathOf(name)).catch(whenMissing),
    check,
    prove: check,
    close: () => {},
  }
}
