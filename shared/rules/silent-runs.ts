import { epochMsOf, type Instant } from '#shared/time.ts'

/** After this long without progress, the process of a run in the background is considered dead. */
const SILENCE_MS = 60_000

/** Whether a run that last reported progress at a given time must have ended with its process. */
export function isSilent(lastSeenAt: Instant, at: Instant): boolean {
  return epochMsOf(at) - epochMsOf(lastSeenAt) > SILENCE_MS
}
