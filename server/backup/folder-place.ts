import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  openFile,
  renameDurably,
  syncFolder,
  whenMissing,
  writeDurably,
} from '#server/platform/stores/durable-files.ts'
import type { BackupPlace } from './place.ts'

const UNFINISHED = '.partial'

export function openFolderPlace(folder: string): BackupPlace {
  const pathOf = (path: string) => join(folder, path)
  return {
    labelOf: (path = '') => pathOf(path),
    list: async (within) => (await readdir(pathOf(within)).catch(whenMissing)) ?? [],
    async write(path, content) {
      const unfinished = `${pathOf(path)}${UNFINISHED}`
      try {
        await writeDurably(unfinished, content)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await renameDurably(unfinished, pathOf(path))
      // The folders may be new as well.
      for (let within = dirname(path); within !== '.'; within = dirname(within)) {
        await syncFolder(pathOf(dirname(within)))
      }
    },
    read: (path) => openFile(pathOf(path)),
    remove: (within) => rm(pathOf(within), { recursive: true, force: true }),
    close: () => {},
  }
}
