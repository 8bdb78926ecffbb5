import type { QueryFamilies } from '#pwa/feature.ts'
import { forgetOtherAnswers, keepAnswers } from './kept-answers.ts'
import { startLive } from './live.ts'
import { forgetScreens, setActiveUser } from './local-data.ts'
import { sealOldEntries } from './outbox/old-entries.ts'
import { startOutbox } from './outbox/start.ts'
import { keepPushSubscribed } from './push.ts'
import { showKeptAnswers } from './queries.ts'

/** Starts everything that runs while a user is signed in. */
export async function startSignedIn(userId: string, families: QueryFamilies): Promise<() => void> {
  const stopLive = startLive(families)
  void keepPushSubscribed(userId).catch(() => undefined)
  try {
    await showKeptAnswers(userId)
    await sealOldEntries(userId)
    await setActiveUser(userId)
    await forgetOtherAnswers(userId)
    const stops = [keepAnswers(userId), startOutbox(userId), stopLive]
    return () => {
      for (const stop of stops) stop()
    }
  } catch {
    // Without IndexedDB (a private window) the app works online only; a submission says why.
    return stopLive
  }
}

/**
 * Clears the user's data after a session. Submissions stay: the session may have run out, and the user
 * may return. Logging out has deleted them before.
 */
export function afterLeaving(userId: string): Promise<void> {
  return forgetScreens(userId).catch(() => undefined)
}
