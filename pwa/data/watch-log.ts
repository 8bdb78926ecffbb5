/** What the first screen needs is loaded first. */
const AFTER_START_MS = 2_000

/** Lets this device watch the signed log, once the app has started. Returns how to stop. */
export function watchLog(): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const start = async () => {
    const { startWitness } = await import('./log-witness/start.ts')
    if (!isOver) stop = startWitness()
  }
  // Without its code, as on a first visit that loses the network, the next start tries again.
  const timer = setTimeout(() => void start().catch(() => undefined), AFTER_START_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}
