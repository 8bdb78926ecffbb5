import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

/**
 * Gives the service worker the hashes of the files whose names are the same in every version.
 *
 * While servers are replaced, the worker may come from a new server and the page from an old one.
 * Such a combination would refer to scripts that no server has any more, and could never be opened
 * again. With the hashes, it is not installed, and the browser tries again later.
 */
export function pinFiles(): { plugin: Plugin; transform: ManifestTransform } {
  let folder = ''
  const pinned = async (url: string) => {
    const hash = createHash('sha256').update(await readFile(join(folder, url)))
    return `sha256-${hash.digest('base64')}`
  }
  return {
    plugin: {
      name: 'pin-files',
      apply: 'build',
      configResolved({ build }) {
        folder = build.outDir
      },
    },
    transform: async (entries) => ({
      manifest: await Promise.all(
        entries.map(async (entry) =>
          entry.revision ? { ...entry, integrity: await pinned(entry.url) } : entry,
        ),
      ),
    }),
  }
}
