import type { QueryFamilies } from '#pwa/feature.ts'
import { forgetOtherAnswers, keepAnswers } from './kept-answers.ts'
import { startLive } from './live.ts'
import { forgetUser, setActiveUser } from './local-data.ts'
import { startOutbox } from './outbox/start.ts'
import { keepPushSubscribed } from './push.ts'
import { showKeptAnswers } from './queries.ts'

/** Starts everything that runs while a user is signed in. */
export async function startSignedIn(userId: string, families: QueryFamilies): Promise<() => void> {
  const stopLive = startLive(families)
  void keepPushSubscribed(userId).catch(() => undefined)
  try {
    await showKeptAnswers(userId)
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

/** Clears the user's data after a session. Submissions stay: the user may return. */
export function afterLeaving(userId: string): Promise<void> {
  return forgetUser(userId, false).catch(() => undefined)
}
