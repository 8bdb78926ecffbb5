import { forgetWatchedTrades } from '#pwa/stores/watched-trades.ts'
import { showBadge } from './app-badge.ts'
import { db } from './db.ts'
import { discardEntries } from './outbox/queue.ts'
import { destroyUserKey } from './user-key.ts'

/** Sets the user whose submissions may be sent, for every tab and the service worker. */
export async function setActiveUser(userId: string): Promise<void> {
  await db.facts.put({ name: 'active-user', value: userId })
}

/**
 * Deletes what a user's screens and forms left on this device. Submissions that wait stay sealed, for
 * a session that ended without the user.
 */
export async function forgetScreens(userId: string): Promise<void> {
  forgetWatchedTrades()
  void showBadge(0)
  // Another user may have signed in already, in another tab.
  await db.facts
    .where({ name: 'active-user' })
    .and((fact) => fact.value === userId)
    .delete()
  await db.kept.where({ userId }).delete()
  await db.drafts.where({ userId }).delete()
  await db.shared.delete(userId)
}

/**
 * Deletes everything of a user: all of it or, where it is interrupted, nothing. A key that went alone
 * would leave submissions that no one can open.
 */
export async function forgetUser(userId: string): Promise<void> {
  const tables = [db.keys, db.outbox, db.facts, db.kept, db.drafts, db.shared]
  await db.transaction('rw', tables, async () => {
    await destroyUserKey(userId)
    await discardEntries(userId)
    await forgetScreens(userId)
  })
}
