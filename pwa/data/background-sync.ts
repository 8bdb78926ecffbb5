/** The tag of the sync event that wakes the service worker to send the outbox. */
export const SYNC_TAG = 'outbox'

// Only Chromium supports it, so TypeScript's library lacks it.
interface RegistrationWithSync {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

/** Whether the browser sends waiting submissions while no page of the app is open. */
export const WAKES_WHEN_CLOSED = 'SyncManager' in globalThis

/** Once a submission is stored: asks the browser to wake the worker. */
export async function askForWakeUp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.ready) as RegistrationWithSync
  await registration.sync?.register(SYNC_TAG)
}
