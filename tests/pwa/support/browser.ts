import 'fake-indexeddb/auto'
import { vi } from 'vitest'

/** Browser features that Node lacks: an origin, cookies and a network that can be cut. */
export interface Browser {
  /** Cuts the network, with or without the browser noticing. */
  setNetwork(state: 'on' | 'off' | 'off unnoticed'): void
  /** A user presses a key. */
  press(): void
  /** The user leaves the page, or the browser restores it from its cache. */
  turn(event: 'pagehide' | 'pageshow'): void
  /** Imports a fresh set of modules, as in a new tab; tabs share cookies, storage and locks. */
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export interface Tab {
  readonly token: typeof import('#pwa/data/access-token.ts')
  readonly client: typeof import('#pwa/data/api-client.ts')
  readonly db: typeof import('#pwa/data/db.ts')['db']
  readonly local: typeof import('#pwa/data/local-data.ts')
  readonly queue: typeof import('#pwa/data/outbox/queue.ts')
  readonly durable: typeof import('#pwa/data/outbox/durable.ts')
  readonly confirm: typeof import('#pwa/data/outbox/confirm.ts')
  readonly stepUp: typeof import('#pwa/data/step-up.ts')
  readonly old: typeof import('#pwa/data/outbox/old-entries.ts')
  readonly sender: typeof import('#pwa/data/outbox/sender.ts')
  readonly start: typeof import('#pwa/data/outbox/start.ts')
  readonly reachability: typeof import('#pwa/data/reachability.ts')
  readonly session: typeof import('#pwa/data/session.ts')
  readonly sessionStore: typeof import('#pwa/stores/session.ts')['useSessionStore']
  readonly outboxStore: typeof import('#pwa/stores/outbox.ts')['useOutboxStore']
  readonly deleted: typeof import('#pwa/stores/deleted-submissions.ts')
  readonly submit: typeof import('#pwa/data/submit.ts')['submit']
}

export function openBrowser(url: string): Browser {
  const stops: (() => void)[] = []
  const databases: Tab['db'][] = []
  const jar = new Map<string, string>()
  const realFetch = globalThis.fetch
  const events = new EventTarget()
  let network: 'on' | 'off' | 'off unnoticed' = 'on'

  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (network !== 'on') throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await realFetch(new URL(path, url), { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    return response
  })
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => network !== 'off' })

  return {
    setNetwork(state) {
      const isNoticed = state === 'on' && network !== 'off unnoticed'
      network = state
      if (isNoticed) events.dispatchEvent(new Event('online'))
    },
    press: () => void events.dispatchEvent(new Event('keydown')),
    turn: (event) => void events.dispatchEvent(new Event(event)),
    async openTab() {
      const tab = await importTab()
      stops.push(tab.token.shareGrants())
      databases.push(tab.db)
      return tab
    },
    async close() {
      for (const stop of stops) stop()
      for (const db of databases) db.close()
      await databases[0]?.delete()
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'onLine')
    },
  }
}

async function importTab(): Promise<Tab> {
  vi.resetModules()
  return {
    token: await import('#pwa/data/access-token.ts'),
    client: await import('#pwa/data/api-client.ts'),
    db: (await import('#pwa/data/db.ts')).db,
    local: await import('#pwa/data/local-data.ts'),
    queue: await import('#pwa/data/outbox/queue.ts'),
    durable: await import('#pwa/data/outbox/durable.ts'),
    confirm: await import('#pwa/data/outbox/confirm.ts'),
    stepUp: await import('#pwa/data/step-up.ts'),
    old: await import('#pwa/data/outbox/old-entries.ts'),
    sender: await import('#pwa/data/outbox/sender.ts'),
    start: await import('#pwa/data/outbox/start.ts'),
    reachability: await import('#pwa/data/reachability.ts'),
    session: await import('#pwa/data/session.ts'),
    sessionStore: (await import('#pwa/stores/session.ts')).useSessionStore,
    outboxStore: (await import('#pwa/stores/outbox.ts')).useOutboxStore,
    deleted: await import('#pwa/stores/deleted-submissions.ts'),
    submit: (await import('#pwa/data/submit.ts')).submit,
  }
}

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  }
}
