/**
 * The part of a service worker's global scope that ours uses. TypeScript's "webworker" library
 * conflicts with "dom" in one program.
 */
export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll: (filter: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>
    claim: () => Promise<void>
    openWindow: (path: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ) => void
}

interface WindowClient {
  readonly url: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}

interface Lasting {
  waitUntil: (work: Promise<unknown>) => void
}

export interface InstallEvent extends Lasting {
  /** Where the browser knows them: rules by which it answers without starting the worker. */
  readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>
}

export interface StaticRoute {
  readonly condition: {
    readonly requestMode?: 'navigate'
    readonly urlPattern: { readonly pathname: string; readonly search?: string }
  }
  /** What is missing in a cache comes from the network. */
  readonly source: 'network' | { readonly cacheName: string }
}

interface WorkerEvents {
  install: InstallEvent
  activate: Lasting
  message: { readonly data: unknown }
  sync: Lasting & { readonly tag: string }
  push: Lasting & { readonly data: { text: () => string } | null }
  pushsubscriptionchange: Lasting
  notificationclick: Lasting & { readonly notification: Notification; readonly action: string }
}
