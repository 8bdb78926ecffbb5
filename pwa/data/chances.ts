import { onContact } from './reachability.ts'

/**
 * Calls back when a request may succeed again, or the user has come back; `onReached` instead when a
 * request has reached the server again. Returns how to stop.
 */
export function onChance(then: () => void, onReached = then): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') then()
  }
  const stopContact = onContact((reached) => {
    if (reached) onReached()
  })
  globalThis.addEventListener('online', then)
  globalThis.addEventListener('focus', then)
  globalThis.document?.addEventListener('visibilitychange', onVisible)
  return () => {
    stopContact()
    globalThis.removeEventListener('online', then)
    globalThis.removeEventListener('focus', then)
    globalThis.document?.removeEventListener('visibilitychange', onVisible)
  }
}
