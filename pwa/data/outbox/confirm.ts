import { askForProof, STEP_UP_REQUIRED } from '../step-up.ts'
import type { OutboxEntry } from './entry.ts'
import { findEntry } from './queue.ts'
import { flushOutbox } from './sender.ts'

/** What the user was asked to confirm in this tab: once after each attempt to send an entry. */
const asked = new Map<string, Promise<boolean>>()

/** The newest prompt about an entry; the next one waits until it is closed. */
const newest = new Map<string, Promise<boolean>>()

/** How many attempts an entry had when its user gave the proof: they were made without it. */
const proved = new Map<string, number>()

/** Entries whose user has closed the dialog: further attempts do not ask again. */
const declined = new Set<string>()

/** Whether an entry waits for its user; an earlier attempt may still have arrived. */
export function waitsForProof({ state, failure }: OutboxEntry): boolean {
  const isWaiting = state === 'waiting' || state === 'unknown'
  return isWaiting && failure?.code === STEP_UP_REQUIRED
}

/** Asks for the proof that an entry waits for, once, and sends it. @returns whether it was given */
export function confirmOnce(entry: OutboxEntry): Promise<boolean> {
  if (declined.has(entry.id)) return Promise.resolve(false)
  const earlier = asked.get(attemptOf(entry))
  if (earlier !== undefined) return earlier
  const asking = confirm(entry, newest.get(entry.id))
  asked.set(attemptOf(entry), asking)
  newest.set(entry.id, asking)
  return asking
}

async function confirm(
  { id, tries, failure }: OutboxEntry,
  before: Promise<boolean> | undefined,
): Promise<boolean> {
  await before?.catch(() => undefined)
  if (declined.has(id)) return false
  if (tries > (proved.get(id) ?? 0)) {
    if (!(await askForProof(failure?.details ?? {}))) {
      declined.add(id)
      return false
    }
    // An attempt in progress will return without the proof.
    proved.set(id, (await findEntry(id))?.tries ?? tries)
  }
  void flushOutbox(true).catch(() => undefined)
  return true
}

function attemptOf({ id, tries }: OutboxEntry): string {
  return `${id} ${tries}`
}

/** The same, after the user has declined: the button in the list. */
export async function confirmEntry(id: string): Promise<void> {
  // An attempt in progress asks when it ends.
  const hasDeclined = declined.delete(id)
  const entry = await findEntry(id)
  if (!entry || !waitsForProof(entry)) return
  if (hasDeclined) asked.delete(attemptOf(entry))
  await confirmOnce(entry)
}
