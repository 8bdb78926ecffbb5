import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

/**
 * Gives the service worker the hashes of the files that keep their names from version to version.
 *
 * While servers are replaced, the worker may come from a new one and the page from an old one. Such a
 * version would name scripts that no server has any more, and never open again. It is not installed
 * instead, and the browser tries again later.
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
