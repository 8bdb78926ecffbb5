import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  openFile,
  renameDurably,
  syncFolder,
  whenMissing,
  writeDurably,
} from '#server/platform/stores/durable-files.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { BackupPlace } from './place.ts'

const UNFINISHED = '.partial'
/** The fault is in the folder, not in what is written into it. */
const UNUSABLE = new Set(['EACCES', 'EDQUOT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

export function openFolderPlace(folder: string): BackupPlace {
  const pathOf = (path: string) => join(folder, path)
  const fail = (error: NodeJS.ErrnoException): never => {
    const { code = '' } = error
    if (!UNUSABLE.has(code)) throw error
    throw new StoreUnavailable(folder, `cannot be used (${code})`, {
      isLasting: true,
      cause: error,
    })
  }
  return {
    labelOf: (path = '') => pathOf(path),
    list: async (within) => (await readdir(pathOf(within)).catch(whenMissing).catch(fail)) ?? [],
    async write(path, content) {
      const unfinished = `${pathOf(path)}${UNFINISHED}`
      try {
        await writeDurably(unfinished, content)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        return fail(error as NodeJS.ErrnoException)
      }
      await renameDurably(unfinished, pathOf(path))
      // The parent folders may be new as well.
      for (let within = dirname(path); within !== '.'; within = dirname(within)) {
        await syncFolder(pathOf(dirname(within)))
      }
    },
    read: (path) => openFile(pathOf(path)).catch(fail),
    remove: (within) => rm(pathOf(within), { recursive: true, force: true }).catch(fail),
    close: () => {},
  }
}
