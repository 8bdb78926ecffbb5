import { useConnectionStore } from '#pwa/stores/connection.ts'

/** Source: docs/product.md, Live updates. */
const EVERY_MS = 30_000

/**
 * Polls only while the server cannot push changes, as in a network that blocks WebSockets; never
 * without a network.
 */
export function useFallbackPolling(everyMs = EVERY_MS): { readonly pollMs?: number } {
  const isNeeded = useConnectionStore(({ live, isOnline }) => live !== 'open' && isOnline)
  return isNeeded ? { pollMs: everyMs } : {}
}
