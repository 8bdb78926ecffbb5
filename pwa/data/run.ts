import type { QueryFamilies } from '#pwa/feature.ts'
import { untilLoaded } from '#pwa/loading/until-loaded.ts'
import { useConnectionStore } from '#pwa/stores/connection.ts'
import { resetPersonalStores } from '#pwa/stores/personal.ts'
import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { queryClient } from './queries.ts'
import { onContact, probe, reportContact, wasReached } from './reachability.ts'
import { startSession } from './session.ts'

/** Starts the data layer, and restarts part of it whenever another user signs in. */
export function runData(families: QueryFamilies): void {
  watchConnection()
  watchLanguage()
  let stop: Promise<() => void> = Promise.resolve(nothing)
  const follow = (state: SessionState, before?: SessionState) => {
    const userId = state.user?.userId
    const leaver = before?.user?.userId
    if (userId === leaver) return
    // At once, before anything is rendered; and again at a log-in, for responses that arrived in
    // between.
    if (before) resetPersonalStores()
    // The rest waits for the device's database, which may never respond.
    if (leaver) queryClient.clear()
    stop = stop.then(async (stopBefore) => {
      stopBefore()
      if (leaver) queryClient.clear()
      return change(leaver, userId, families).catch(() => nothing)
    })
  }
  startSession()
  useSessionStore.subscribe(follow)
  follow(useSessionStore.getState())
}

const nothing = () => undefined

async function change(
  leaver: string | undefined,
  userId: string | undefined,
  families: QueryFamilies,
) {
  const { startSignedIn, afterLeaving } = await untilLoaded(() => import('./signed-in.ts'))
  if (leaver) await afterLeaving(leaver)
  return userId ? startSignedIn(userId, families) : nothing
}

const PROBE_EVERY_MS = 5_000

/** Updates the connection store from the browser's network state and our own requests. */
function watchConnection(): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const show = (isOnline: boolean) => {
    useConnectionStore.setState({ isOnline })
    clearInterval(timer)
    // Only while the server is unreachable; otherwise every request shows it.
    timer = isOnline ? undefined : setInterval(() => void probeIfVisible(), PROBE_EVERY_MS)
  }
  onContact(show)
  // A request may have failed before this subscription.
  if (!wasReached()) show(false)
  globalThis.addEventListener('online', () => void probe())
  globalThis.addEventListener('offline', () => reportContact(false))
  if (navigator.onLine === false) reportContact(false)
}

async function probeIfVisible(): Promise<void> {
  if (document.visibilityState === 'visible' && navigator.onLine !== false) await probe()
}

/** Switches to the language that was chosen in another tab. */
function watchLanguage(): void {
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'language' && newValue) void speakIn(newValue).catch(nothing)
  })
}

async function speakIn(code: string): Promise<void> {
  await (await import('./speak-in.ts')).speakIn(code)
}
