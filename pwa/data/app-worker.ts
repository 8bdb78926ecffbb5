export interface AppWorker {
  /** Activates the newest waiting version, then reloads the page. */
  readonly switchToNew: () => void
}

const ADDRESS = '/service-worker.js'
const LOOK_FOR_UPDATE_MS = 60 * 60_000

/**
 * Registers the service worker. Calls `onReady` once for each new version that waits to be
 * activated, and when another tab has activated one, because this tab's code is then no longer in
 * the cache.
 */
export async function registerAppWorker(
  onReady: () => void,
  signal: AbortSignal,
): Promise<AppWorker | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  const { serviceWorker } = navigator
  let isSwitching = false
  let hasSwitched = false
  // The first worker replaces nothing, although a reload while it installs suggests otherwise.
  let hadWorker = serviceWorker.controller !== null
  const onController = () => {
    if (isSwitching) location.reload()
    else if (hadWorker) {
      hasSwitched = true
      onReady()
    }
    hadWorker = true
  }
  serviceWorker.addEventListener('controllerchange', onController, { signal })
  await untilPageIsLoaded()
  // On a first visit without a network the app runs without a worker until the next visit.
  // The content policy allows no other address as a worker's script.
  const registration = await serviceWorker
    .register(trustedAddress() as string)
    .catch(() => undefined)
  if (!registration) return undefined
  void askToBeServed()
  followVersions(registration, () => hadWorker && onReady(), signal)
  lookForUpdates(registration, signal)
  return {
    switchToNew: () => {
      if (hasSwitched) return location.reload()
      isSwitching = true
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
    },
  }
}

/** Registering later keeps the worker's downloads from competing with those of the first screen. */
async function untilPageIsLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** Calls back for the version that already waits to be activated, and for each later one. */
function followVersions(
  registration: ServiceWorkerRegistration,
  onWaiting: () => void,
  signal: AbortSignal,
): void {
  const follow = (version: ServiceWorker | null) =>
    version?.addEventListener(
      'statechange',
      () => {
        if (version.state === 'installed') onWaiting()
      },
      { signal, once: true },
    )
  if (registration.waiting) onWaiting()
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal })
}

/** A page that loaded while the first worker was being activated asks it to take control. */
async function askToBeServed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' })
}

/** Pages stay open for days, so they check for new versions themselves. */
function lookForUpdates(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  const look = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined)
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
