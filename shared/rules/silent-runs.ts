import { epochMsOf, type Instant } from '#shared/time.ts'

/** After this long without progress, the process of a run in the background is considered dead. */
const SILENCE_MS = 60_000

/** A run in the background, as it was requested. */
export interface RequestedRun {
  readonly requestedAt: Instant
}

export interface RunFacts {
  readonly at: Instant
  /** When the current run last reported its progress; null if it never did. */
  readonly lastSeenAt: Instant | null
}

/** Whether a requested run must have ended with its process. */
export function isSilent({ requestedAt }: RequestedRun, { at, lastSeenAt }: RunFacts): boolean {
  return epochMsOf(at) - epochMsOf(lastSeenAt ?? requestedAt) > SILENCE_MS
}
