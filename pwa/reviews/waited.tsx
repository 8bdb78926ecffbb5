import { classNames } from '#pwa/ui/class-names.ts'
import { formatDateTime } from '#shared/format.ts'
import { DAY_MS, epochMsOf, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time.ts'

/** The waiting time, coloured once it is long. */
export function Waited({ since, nowMs }: { since: string; nowMs: number }) {
  const tone = { fresh: 'text-fg-3', late: 'text-warn', 'very late': 'text-down' }
  return (
    <time
      dateTime={since}
      title={formatDateTime(since)}
      className={classNames('num', tone[lateness(since, nowMs)])}
    >
      <span className="sr-only">Waiting for </span>
      {waitedFor(since, nowMs)}
    </time>
  )
}

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
