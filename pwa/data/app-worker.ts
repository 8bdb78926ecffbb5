import type { Workbox } from 'workbox-window'

export interface AppWorker {
  /** Lets the waiting version take over; the page reloads when it has. */
  readonly switchToNew: () => void
}

const ADDRESS = '/service-worker.js'
const LOOK_FOR_UPDATE_MS = 60 * 60_000

/**
 * Registers the service worker. `onReady` is called when a new version waits for leave, and when
 * another tab has already switched, because this tab's code is then no longer in the cache.
 */
export async function registerAppWorker(
  onReady: () => void,
  signal: AbortSignal,
): Promise<AppWorker | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  // Without a network on the first visit the app runs as it is, and the next visit tries again.
  const library = await import('workbox-window').catch(() => undefined)
  if (!library) return undefined
  // Only this address may ever become a worker's script.
  const workbox = new library.Workbox(trustedAddress() as string)
  let isSwitching = false
  let hasSwitched = false
  // The very first worker replaces nothing, though a reload while it installs makes it look so.
  let hadWorker = navigator.serviceWorker.controller !== null
  workbox.addEventListener('waiting', () => {
    if (hadWorker) onReady()
  })
  workbox.addEventListener('controlling', (event) => {
    if (isSwitching) location.reload()
    else if (hadWorker && (event.isUpdate || event.isExternal)) {
      hasSwitched = true
      onReady()
    }
    hadWorker = true
  })
  await workbox.register().catch(() => undefined)
  void askToBeServed()
  lookForUpdates(workbox, signal)
  return {
    switchToNew: () => {
      if (hasSwitched) return location.reload()
      isSwitching = true
      workbox.messageSkipWaiting()
    },
  }
}

/** A page that was on its way while the first worker began is served by none: it asks for it. */
async function askToBeServed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}

/** A page that stays open for days still hears of new versions. */
function lookForUpdates(workbox: Workbox, signal: AbortSignal): void {
  const look = () => {
    if (document.visibilityState === 'visible') void workbox.update().catch(() => undefined)
  }
  const timer = setInterval(look, LOOK_FOR_UPDATE_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', look, { signal })
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => unknown }
}

let trusted: unknown

function trustedAddress(): unknown {
  const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  trusted ??=
    factory?.createPolicy('app', { createScriptURL: () => ADDRESS }).createScriptURL(ADDRESS) ??
    ADDRESS
  return trusted
}
