import type { LogEvidence } from '#shared/proofs/log-evidence.ts'
import { type LogSource, type Observation, observe } from '#shared/proofs/observe-log.ts'
import { headOf, type Witnessed } from '#shared/proofs/witness-state.ts'
import { db } from '../db.ts'
import { withTabLock } from '../tabs.ts'
import type { KeptLog, LogAlarm } from './kept-log.ts'
import { serverLog } from './server-log.ts'

const LOCK = 'log-witness'

/**
 * Verifies the server's log against what this device has stored, and stores the newer checkpoint.
 * If another tab has just done so, no request is made.
 *
 * @throws if the server cannot be reached or the browser stores nothing: neither says anything
 * about the log
 */
export function visitLog(): Promise<void> {
  return withTabLock(LOCK, async (waited) => {
    if (!waited) await visit(serverLog)
  })
}

/** The same for a checkpoint that came with a proof. */
export function visitWith(note: string): Promise<Observation['outcome']> {
  return withTabLock(LOCK, () => visit({ ...serverLog, checkpoint: async () => note }))
}

/** A user of this device has read the warning. */
export async function noteAlarmRead(): Promise<void> {
  await db.logAlarms.update('first', { readAtMs: Date.now() })
}

/** Forgets the log and its alarm: the next visit trusts what the server shows. */
export function followAnew(): Promise<void> {
  return withTabLock(LOCK, async () => {
    await Promise.all([db.signedLog.clear(), db.logAlarms.clear(), db.seenHeads.clear()])
  })
}

export function keptLog(): Promise<KeptLog | undefined> {
  return db.signedLog.get('newest')
}

export function keptAlarm(): Promise<LogAlarm | undefined> {
  return db.logAlarms.get('first')
}

async function visit(source: LogSource): Promise<Observation['outcome']> {
  const kept = await keptLog()
  const nowMs = Date.now()
  const seen = await observe(kept?.witnessed, source, nowMs)
  if (seen.outcome === 'alarm' && seen.reason === 'unknown_key' && isOwnMachine()) {
    await db.signedLog.clear()
    return visit(source)
  }
  if (seen.outcome === 'alarm' && kept) await raise(kept, seen)
  else if (seen.outcome === 'unproven' && kept) {
    await db.signedLog.put({ ...kept, witnessed: seen.witnessed })
  } else if ('checkpoint' in seen) await keep(kept, seen.witnessed, nowMs)
  return seen.outcome
}

async function keep(kept: KeptLog | undefined, witnessed: Witnessed, nowMs: number) {
  const isSame = kept?.witnessed.newest === witnessed.newest
  const seenAtMs = kept && isSame ? kept.seenAtMs : nowMs
  const { size } = headOf(witnessed.newest as string)
  await db.signedLog.put({ name: 'newest', witnessed, size, seenAtMs, verifiedAtMs: nowMs })
}

/** An unread alarm is never replaced, and one that was read is not raised again. */
async function raise(
  kept: KeptLog,
  { reason, testimony }: Pick<LogEvidence, 'reason' | 'testimony'>,
): Promise<void> {
  const known = await keptAlarm()
  const isSame =
    known?.evidence.reason === reason && known.evidence.kept.newest === kept.witnessed.newest
  if (known && (isSame || known.readAtMs === undefined)) return
  const { witnessed, seenAtMs: keptAtMs } = kept
  const evidence = { reason, kept: witnessed, keptAtMs, testimony, address: location.origin }
  await db.logAlarms.put({ name: 'first', evidence, readAtMs: undefined })
}

/**
 * On a loopback address the log is the reader's own, and a different key comes from a new database.
 * Such an address is never that of an operator.
 */
function isOwnMachine(): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)
}
