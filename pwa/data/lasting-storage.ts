import { useOutboxStore } from '#pwa/stores/outbox.ts'

let asked: Promise<boolean> | undefined

/**
 * Asks the browser, once for each page, for persistent storage. Without it, Safari deletes stored
 * data after seven days without a visit, other browsers when space runs short.
 */
export async function askToKeepStorage(): Promise<void> {
  asked ??= ask()
  useOutboxStore.setState({ isLasting: await asked })
}

async function ask(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) === true
}
