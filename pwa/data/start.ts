import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { startConnection } from './connection.ts'
import { queryClient } from './queries.ts'
import { startSession } from './session.ts'

/** Starts everything behind the screens; called once, beside the first paint. */
export function startData(): void {
  startConnection()
  let stop: Promise<() => void> = Promise.resolve(() => undefined)
  const follow = (state: SessionState, before?: SessionState) => {
    const userId = state.user?.userId
    const leaver = before?.user?.userId
    if (userId === leaver) return
    stop = stop.then(async (stopBefore) => {
      stopBefore()
      // Nobody sees what the person before them saw.
      if (leaver) queryClient.clear()
      // IndexedDB, the outbox and the socket are no part of the first paint.
      const { startSignedIn, afterLeaving } = await import('./signed-in.ts')
      if (leaver) await afterLeaving(leaver)
      return userId ? startSignedIn(userId) : () => undefined
    })
  }
  useSessionStore.subscribe(follow)
  startSession()
}
