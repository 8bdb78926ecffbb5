import type { Table } from 'dexie'
import { forgetNotes } from '#pwa/stores/deleted-submissions.ts'
import { forgetWatchedTrades } from '#pwa/stores/watched-trades.ts'
import { showBadge } from './app-badge.ts'
import { db } from './db.ts'
import { closeNotifications } from './notifications.ts'
import { discardEntries } from './outbox/queue.ts'
import { destroyUserKey } from './user-key.ts'

/** Sets the user whose submissions may be sent, for every tab and the service worker. */
export async function setActiveUser(userId: string): Promise<void> {
  await db.facts.put({ name: 'active-user', value: userId })
}

/**
 * Stores a row of the signed-in user. A row that arrives after they have logged out is not stored,
 * because their data was deleted.
 *
 * @throws if another user is signed in, or none
 */
export async function keepFor<Row extends { readonly userId: string }>(
  table: Table<Row, string>,
  row: Row,
): Promise<void> {
  await db.transaction('rw', db.facts, table, async () => {
    const active = await db.facts.get('active-user')
    if (active?.value !== row.userId) throw new Error('the user has left')
    await table.put(row)
  })
}

/**
 * Deletes what a user's screens and forms left on this device. Waiting submissions stay, encrypted,
 * in case the session ended without a log-out.
 */
export async function forgetScreens(userId: string): Promise<void> {
  forgetWatchedTrades()
  void showBadge(0)
  void closeNotifications().catch(() => undefined)
  // Another user may have signed in already, in another tab.
  await db.facts
    .where({ name: 'active-user' })
    .and((fact) => fact.value === userId)
    .delete()
  await db.kept.where({ userId }).delete()
  await db.drafts.where({ userId }).delete()
  await db.shared.delete(userId)
  await db.ownBalances.delete(userId)
  // The result of a failed check is evidence, and stays until the user logs out.
  await db.liabilityChecks
    .where({ userId })
    .and(({ outcome }) => outcome === 'counted')
    .delete()
}

/**
 * Deletes all data of a user or, if interrupted, nothing. If only the key were deleted, submissions
 * would remain that no one can decrypt.
 */
export async function forgetUser(userId: string): Promise<void> {
  const ofScreens = [db.facts, db.kept, db.drafts, db.shared, db.ownBalances, db.liabilityChecks]
  // Before the key is deleted: without the key, the noted submissions would count as deleted by the
  // browser.
  forgetNotes(userId)
  await db.transaction('rw', [db.keys, db.outbox, db.unresolved, ...ofScreens], async () => {
    await destroyUserKey(userId)
    await discardEntries(userId)
    await db.unresolved.where({ userId }).delete()
    await forgetScreens(userId)
    await db.liabilityChecks.delete(userId)
  })
  // A read of the outbox that began earlier may have noted the waiting submissions again.
  forgetNotes(userId)
}
