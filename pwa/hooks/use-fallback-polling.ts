import { useConnection } from './use-connection.ts'

/** Asks again and again only while changes do not arrive by themselves; never without a network. */
export function useFallbackPolling(everyMs: number): { readonly pollMs?: number } {
  const { live, isOnline } = useConnection()
  return live === 'open' || !isOnline ? {} : { pollMs: everyMs }
}
