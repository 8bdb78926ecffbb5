import type { QueryFamilies } from '#pwa/feature.ts'
import { within } from '#pwa/loading/time-limit.ts'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import type { LogDurableMessage } from '#shared/contract/live.ts'
import { forgetOtherResponses, keepResponses } from './kept-responses.ts'
import { startLive } from './live.ts'
import { forgetScreens, setActiveUser } from './local-data.ts'
import { noteDurable } from './outbox/durable.ts'
import { sealOldEntries } from './outbox/old-entries.ts'
import { flushOutbox } from './outbox/sender.ts'
import { startOutbox } from './outbox/start.ts'
import { keepPushSubscribed } from './push.ts'
import { showKeptResponses } from './queries.ts'
import { userKey } from './user-key.ts'

/** Starts everything that runs while a user is signed in. */
export async function startSignedIn(userId: string, families: QueryFamilies): Promise<() => void> {
  const stopLive = startLive(families, (message) => void takeDurable(userId, message))
  void keepPushSubscribed(userId).catch(() => undefined)
  try {
    await showKeptResponses(userId)
    await setActiveUser(userId)
    await forgetOtherResponses(userId)
    void prepareOutbox(userId)
    const stops = [keepResponses(userId), startOutbox(userId), stopLive]
    return () => {
      for (const stop of stops) stop()
    }
  } catch {
    // Without IndexedDB the app works online only, and submissions are sent directly.
    useOutboxStore.setState({ isKept: false })
    return stopLive
  }
}

/** How long the next user waits for a database that does not respond. */
const FORGET_MS_MAX = 5_000

/** Submissions that the server may have lost are sent again at once. */
async function takeDurable(userId: string, message: LogDurableMessage): Promise<void> {
  try {
    if (await noteDurable(userId, message)) await flushOutbox(true)
  } catch {
    // Without IndexedDB nothing is stored; a failed attempt is retried on time.
  }
}

/** Creates the key, so that forms know in advance whether the browser stores submissions. */
async function prepareOutbox(userId: string): Promise<void> {
  try {
    await userKey(userId)
    useOutboxStore.setState({ isKept: true })
    await sealOldEntries(userId)
  } catch {
    // As in private windows, where keys cannot be stored.
    useOutboxStore.setState({ isKept: false })
  }
}

/**
 * Clears the user's data after a session. Submissions stay, because the session may have expired
 * and the user may return. Logging out has already deleted them.
 */
export function afterLeaving(userId: string): Promise<void> {
  return within(FORGET_MS_MAX, forgetScreens(userId)).catch(() => undefined)
}
