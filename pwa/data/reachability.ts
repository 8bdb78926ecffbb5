/** Whether the last request reached the server: `navigator.onLine` only reports a network. */
type Listener = (reached: boolean) => void

let reached = true
const listeners = new Set<Listener>()

export function reportContact(success: boolean): void {
  if (success === reached) return
  reached = success
  for (const listener of listeners) listener(success)
}

export function onContact(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the last request reached the server; true before the first one. */
export function wasReached(): boolean {
  return reached
}

const PROBE_TIMEOUT_MS = 5_000

/**
 * Probes the server if the last request failed. A submission that has not left the device can still
 * be cancelled, so the outbox checks before each attempt.
 */
export async function isReachable(): Promise<boolean> {
  if ('onLine' in navigator && navigator.onLine === false) return false
  return reached || (await probe())
}

export async function probe(): Promise<boolean> {
  const success = await fetch('/healthz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  )
  reportContact(success)
  return success
}
