import type { InstallEvent, StaticRoute } from './service-worker-scope.ts'

/**
 * What the browser answers without starting the service worker, by the Service Worker Static
 * Routing API: starting the worker costs an opening page more than reading a file. One cache holds
 * each screen under its own address, and the files that keep their names from version to version.
 * A browser without that API asks the worker, as every browser does for what the routes leave out.
 */

// Earlier versions used this prefix, and `activate` finds their caches by it.
const PREFIX = 'standing-'

export interface VersionedFile {
  readonly url: string
  readonly revision: string
}

export class StaticRoutes {
  readonly #cacheName: string
  readonly #files: readonly VersionedFile[]
  readonly #shell: string
  readonly #screens: readonly string[]

  /**
   * @param files those of this version that keep their names
   * @param shell which of them is the page of every screen
   * @param screens the paths of the screens
   */
  constructor(files: readonly VersionedFile[], shell: string, screens: readonly string[]) {
    this.#files = files
    this.#shell = shell
    this.#screens = screens
    // One cache for each version: until the user accepts the new one, pages open with the old one.
    this.#cacheName = PREFIX + files.map(({ revision }) => revision.slice(0, 8)).join('')
  }

  /** Before the new version counts as installed, so that nothing is missing when it takes over. */
  async install(find: (url: string) => Promise<Response | undefined>): Promise<void> {
    const cache = await caches.open(this.#cacheName)
    const keep = async (address: string, url: string) => {
      const response = await find(url)
      if (!response) throw new Error(`${url} is not in the precache`)
      await cache.put(address, response)
    }
    await Promise.all([
      ...this.#files.map(({ url }) => keep(`/${url}`, `/${url}`)),
      ...this.#screens.map((path) => keep(path, `/${this.#shell}`)),
    ])
  }

  /** Drops what earlier versions kept. */
  async activate(): Promise<void> {
    const names = await caches.keys()
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== this.#cacheName)
    await Promise.all(old.map((name) => caches.delete(name)))
  }

  /** @param precache the cache of the files whose names tell their versions */
  async route(event: InstallEvent, precache: string): Promise<void> {
    const kept = { cacheName: this.#cacheName }
    const exactly = (pathname: string) => ({ pathname, search: '' })
    const routes: StaticRoute[] = [
      // The worker has nothing to add to what the server says.
      { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: precache } },
      ...this.#files
        .filter(({ url }) => url !== this.#shell)
        .map(({ url }) => ({
          condition: { urlPattern: exactly(`/${url}`) },
          source: kept,
        })),
      ...this.#screens.map((path) => ({
        condition: { requestMode: 'navigate', urlPattern: exactly(path) } as const,
        source: kept,
      })),
    ]
    await event.addRoutes?.(routes)
  }
}
