import { useOutboxStore } from '#pwa/stores/outbox.ts'

let asked: Promise<void> | undefined

/**
 * Asks the browser, once for each page, to keep the storage until the user clears it. Without that,
 * Safari deletes what a page stored after seven days without a visit, others when space runs short.
 */
export function askToKeepStorage(): Promise<void> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<void> {
  const isLasting = await navigator.storage?.persist?.().catch(() => false)
  useOutboxStore.setState({ isLasting: isLasting === true })
}
