import type { Workbox } from 'workbox-window'

export interface AppWorker {
  /** Activates the waiting version, then reloads the page. */
  readonly switchToNew: () => void
}

const ADDRESS = '/service-worker.js'
const LOOK_FOR_UPDATE_MS = 60 * 60_000

/**
 * Registers the service worker. Calls `onReady` when a new version waits to be activated, and when
 * another tab has activated it: this tab's code is then no longer in the cache.
 */
export async function registerAppWorker(
  onReady: () => void,
  signal: AbortSignal,
): Promise<AppWorker | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  // On a first visit without a network the app runs without a worker until the next visit.
  const library = await import('workbox-window').catch(() => undefined)
  if (!library) return undefined
  // The content policy allows no other address as a worker's script.
  const workbox = new library.Workbox(trustedAddress() as string)
  let isSwitching = false
  let hasSwitched = false
  // The first worker replaces nothing, although a reload while it installs suggests otherwise.
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

/** A page that loaded while the first worker was being activated asks it to take control. */
async function askToBeServed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}

/** Pages stay open for days, so they look for new versions themselves. */
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
