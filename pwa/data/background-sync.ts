/** The tag of the sync event that wakes the service worker to send the outbox. */
export const SYNC_TAG = 'outbox'

// Only Chromium supports it, so TypeScript's library lacks it.
interface RegistrationWithSync {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

/** Whether the browser sends waiting submissions while no page of the app is open. */
export const WAKES_WHEN_CLOSED = 'SyncManager' in globalThis

/** Once a submission is stored, by a page or by the worker: asks the browser to wake the worker. */
export async function askForWakeUp(): Promise<void> {
  const registration = await ownRegistration()
  await registration?.sync?.register(SYNC_TAG)
}

/** A global of the worker; a page has one once its worker is active. */
async function ownRegistration(): Promise<RegistrationWithSync | undefined> {
  if ('ServiceWorkerGlobalScope' in globalThis) {
    return (globalThis as { readonly registration?: RegistrationWithSync }).registration
  }
  if (!('serviceWorker' in navigator)) return undefined
  return (await navigator.serviceWorker.ready) as RegistrationWithSync
}
