import { type ConnectionState, useConnectionStore } from '#pwa/stores/connection.ts'

/** Whether the server can be reached, and whether it pushes changes. */
export function useConnection(): ConnectionState {
  return useConnectionStore()
}

/** Polls only while the server cannot push changes; never without a network. */
export function useFallbackPolling(everyMs: number): { readonly pollMs?: number } {
  const { live, isOnline } = useConnection()
  return live === 'open' || !isOnline ? {} : { pollMs: everyMs }
}
