import type { QueryFamilies } from '#pwa/feature.ts'
import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { startConnection } from './connection.ts'
import { queryClient } from './queries.ts'
import { startSession } from './session.ts'

/** Runs everything behind the screens, following who is signed in. */
export function runData(families: QueryFamilies): void {
  startConnection()
  let stop: Promise<() => void> = Promise.resolve(nothing)
  const follow = (state: SessionState, before?: SessionState) => {
    const userId = state.user?.userId
    const leaver = before?.user?.userId
    if (userId === leaver) return
    stop = stop.then(async (stopBefore) => {
      stopBefore()
      // A user never sees what the previous user of this device saw.
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
  const { startSignedIn, afterLeaving } = await import('./signed-in.ts')
  if (leaver) await afterLeaving(leaver)
  return userId ? startSignedIn(userId, families) : nothing
}
