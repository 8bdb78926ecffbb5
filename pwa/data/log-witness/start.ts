import { liveQuery } from 'dexie'
import { useSignedLogStore } from '#pwa/stores/signed-log.ts'
import { onChance } from '../chances.ts'
import { wasReached } from '../reachability.ts'
import { keptAlarm, keptLog, visitLog } from './visit-log.ts'

const EVERY_MS = 3 * 60_000
/** A window that is focused repeatedly does not ask more often. */
const PAUSE_MS = 20_000

/** Follows the log while the app is used, and shows what this device knows of it. */
export function startWitness(): () => void {
  let askedAtMs = 0
  const look = () => {
    const isPossible = navigator.onLine !== false && wasReached() && isVisible()
    if (!isPossible || Date.now() - askedAtMs < PAUSE_MS) return
    askedAtMs = Date.now()
    // An unreachable server is asked at the next opportunity.
    void visitLog().catch(() => {
      askedAtMs = 0
    })
  }
  const subscription = liveQuery(readKnown).subscribe({
    next: (known) => useSignedLogStore.setState(known),
    error: () => undefined,
  })
  const stopListening = onChance(look)
  const timer = setInterval(look, EVERY_MS)
  look()
  return () => {
    subscription.unsubscribe()
    clearInterval(timer)
    stopListening()
  }
}

async function readKnown() {
  return { log: (await keptLog()) ?? null, alarm: await keptAlarm() }
}

/** Shows at once what this device knows, before it follows the log or if it cannot. */
export async function showKnown(): Promise<void> {
  // If the browser stores nothing, nothing is known.
  const known = await readKnown().catch(() => ({ log: null }))
  const isNews = useSignedLogStore.getState().log === undefined
  if (isNews) useSignedLogStore.setState(known)
}

function isVisible(): boolean {
  return globalThis.document?.visibilityState !== 'hidden'
}
