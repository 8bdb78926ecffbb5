import { askForProof, STEP_UP_REQUIRED } from '../step-up.ts'
import type { OutboxEntry } from './entry.ts'
import { findEntry } from './queue.ts'
import { flushOutbox } from './sender.ts'

/** What the user was asked for in this tab: once after each attempt to send an entry. */
const asked = new Map<string, Promise<boolean>>()

/** Entries whose user has closed the dialog: further attempts ask no more. */
const declined = new Set<string>()

/** Whether an entry waits for its user; an earlier attempt of it may have arrived all the same. */
export function waitsForProof({ state, failure }: OutboxEntry): boolean {
  const isWaiting = state === 'waiting' || state === 'unknown'
  return isWaiting && failure?.code === STEP_UP_REQUIRED
}

/** Asks for the proof that an entry waits for, once, and sends it. @returns whether it was given */
export function confirmOnce(entry: OutboxEntry): Promise<boolean> {
  if (declined.has(entry.id)) return Promise.resolve(false)
  const earlier = asked.get(attemptOf(entry))
  if (earlier !== undefined) return earlier
  const asking = askForProof(entry.failure?.details ?? {}).then((isProved) => {
    if (isProved) void flushOutbox(true).catch(() => undefined)
    else declined.add(entry.id)
    return isProved
  })
  asked.set(attemptOf(entry), asking)
  return asking
}

function attemptOf({ id, tries }: OutboxEntry): string {
  return `${id} ${tries}`
}

/** The same, after the user has declined: the button in the list. */
export async function confirmEntry(id: string): Promise<void> {
  // An attempt that is under way asks when it ends.
  const hasDeclined = declined.delete(id)
  const entry = await findEntry(id)
  if (!entry || !waitsForProof(entry)) return
  if (hasDeclined) asked.delete(attemptOf(entry))
  await confirmOnce(entry)
}
