/** The tag under which the service worker is woken to send the outbox. */
export const SYNC_TAG = 'outbox'

// Chromium alone has it, so TypeScript's library does not.
interface RegistrationWithSync {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

let askedToPersist = false

/** After a submission was stored: ask to be woken for it, and that the browser never evicts it. */
export function onceSaved(): void {
  void askForWakeUp().catch(() => undefined)
  if (askedToPersist) return
  askedToPersist = true
  void navigator.storage?.persist?.().catch(() => false)
}

async function askForWakeUp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = (await navigator.serviceWorker.ready) as RegistrationWithSync
  await registration.sync?.register(SYNC_TAG)
}
