/**
 * As much of a service worker's global scope as ours uses. TypeScript's own "webworker" library
 * can't stand beside "dom" in one program.
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
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer?: Transferable[]) => void
}

interface Lasting {
  waitUntil: (work: Promise<unknown>) => void
}

interface WorkerEvents {
  message: { readonly data: unknown }
  sync: Lasting & { readonly tag: string }
  push: Lasting & { readonly data: { text: () => string } | null }
  pushsubscriptionchange: Lasting
  notificationclick: Lasting & { readonly notification: Notification }
}
