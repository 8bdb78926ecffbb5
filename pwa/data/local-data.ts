import { db } from './db.ts'
import { discardEntries } from './outbox/queue.ts'

/** Sets the user whose submissions may be sent, for every tab and the service worker. */
export async function setActiveUser(userId: string): Promise<void> {
  await db.facts.put({ name: 'active-user', value: userId })
}

/** Deletes a user's data from this device. */
export async function forgetUser(userId: string, withSubmissions: boolean): Promise<void> {
  // Another user may have signed in already, in another tab.
  await db.facts
    .where({ name: 'active-user' })
    .and((fact) => fact.value === userId)
    .delete()
  await db.kept.where({ userId }).delete()
  await db.drafts.where({ userId }).delete()
  if (withSubmissions) await discardEntries(userId)
}
