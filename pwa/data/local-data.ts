import { db } from './db.ts'
import { countUnsent, discardEntries } from './outbox/queue.ts'

/** Submissions of this person that the server does not have yet. */
export function countUnsentOf(userId: string): Promise<number> {
  return countUnsent(userId)
}

/** Says whose submissions may be sent, in every tab and in the service worker. */
export async function setActiveUser(userId: string): Promise<void> {
  await db.facts.put({ name: 'active-user', value: userId })
}

/** Clears what this device keeps of a person. */
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

/** The session is over, but the person may come back: submissions stay, answers go. */
export function forgetAnswers(userId: string): Promise<void> {
  return forgetUser(userId, false)
}
