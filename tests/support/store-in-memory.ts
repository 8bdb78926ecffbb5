import { Readable } from 'node:stream'
import type { ObjectStore } from '#server/platform/stores/object-store.ts'
import type { Stores } from '#server/platform/stores/open-stores.ts'

/** A store that counts as remote, so its content is encrypted. */
export function remoteStoreInMemory(): Pick<Stores, 'place' | 'at'> {
  const objects = new Map<string, Buffer>()
  const store: ObjectStore = {
    label: 'memory',
    isRemote: true,
    put: async (name, content) => {
      objects.set(name, Buffer.from(content))
    },
    get: async (name) => {
      const content = objects.get(name)
      return content && { bytes: content.length, content: Readable.from([content]) }
    },
    remove: async (name) => {
      objects.delete(name)
    },
    replace: async (name, by) => {
      const content = objects.get(by)
      if (content) objects.set(name, content)
      objects.delete(by)
    },
    check: async () => {},
    prove: async () => {},
    close: () => {},
  }
  return { place: 's3://memory', at: async () => store }
}
