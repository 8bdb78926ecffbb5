import { DAY_MS, epochMsOf, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time.ts'

/** How long something has waited, in its largest whole unit: "3 d", "5 h", "12 min". */
export function waitedFor(since: Instant, nowMs: number): string {
  const waitedMs = Math.max(0, nowMs - epochMsOf(since))
  if (waitedMs >= DAY_MS) return `${Math.floor(waitedMs / DAY_MS)} d`
  if (waitedMs >= HOUR_MS) return `${Math.floor(waitedMs / HOUR_MS)} h`
  return `${Math.floor(waitedMs / MINUTE_MS)} min`
}

/** After a day it is late, after three it is very late. */
export function lateness(since: Instant, nowMs: number): 'fresh' | 'late' | 'very late' {
  const waitedMs = nowMs - epochMsOf(since)
  if (waitedMs >= 3 * DAY_MS) return 'very late'
  return waitedMs >= DAY_MS ? 'late' : 'fresh'
}
