import { useOutboxStore } from '#pwa/stores/outbox.ts'

let asked: Promise<boolean> | undefined

/**
 * Asks the browser, once for each page, to keep the storage until the user clears it. Without that,
 * Safari deletes what a page stored after seven days without a visit, others when space runs short.
 */
export async function askToKeepStorage(): Promise<void> {
  asked ??= ask()
  useOutboxStore.setState({ isLasting: await asked })
}

async function ask(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) === true
}
