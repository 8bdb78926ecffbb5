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

/** Entries whose user wants to confirm them after all. */
const requested = new Set<string>()

/**
 * When the user last closed the dialog: entries from before that time do not ask again, because one
 * press may have stored several.
 */
let declinedAtMs = 0

/** Whether an entry waits for its user; an earlier attempt may still have arrived. */
export function waitsForProof({ state, failure }: OutboxEntry): boolean {
  const isWaiting = state === 'waiting' || state === 'unknown'
  return isWaiting && failure?.code === STEP_UP_REQUIRED
}

/** Asks for the proof that an entry waits for, once, and sends it. @returns whether it was given */
export function confirmOnce(entry: OutboxEntry): Promise<boolean> {
  if (isDeclined(entry)) return Promise.resolve(false)
  const earlier = asked.get(attemptOf(entry))
  if (earlier !== undefined) return earlier
  const asking = confirm(entry, newest.get(entry.id))
  asked.set(attemptOf(entry), asking)
  newest.set(entry.id, asking)
  return asking
}

function isDeclined({ id, createdAtMs }: OutboxEntry): boolean {
  return createdAtMs <= declinedAtMs && !requested.has(id)
}

async function confirm(entry: OutboxEntry, before: Promise<boolean> | undefined): Promise<boolean> {
  await before?.catch(() => undefined)
  const { id, tries, failure, kind } = entry
  if (isDeclined(entry)) return false
  if (tries > (proved.get(id) ?? 0)) {
    if (!(await askForProof({ ...failure?.details, kind }))) {
      requested.delete(id)
      declinedAtMs = Date.now()
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
  const entry = await findEntry(id)
  if (!entry) return
  const wasDeclined = isDeclined(entry)
  requested.add(id)
  // An attempt in progress asks when it ends.
  if (!waitsForProof(entry)) return
  if (wasDeclined) asked.delete(attemptOf(entry))
  await confirmOnce(entry)
}
