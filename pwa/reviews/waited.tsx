import { classNames } from '#pwa/ui/class-names.ts'
import { rich } from '#pwa/ui/rich.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { DAY_MS, epochMsOf, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time.ts'

/** The waiting time, coloured once it is long. */
export function Waited({ since, nowMs }: { since: string; nowMs: number }) {
  const tone = { fresh: 'text-fg-3', late: 'text-warn', overdue: 'text-danger' }
  return (
    <time
      dateTime={since}
      title={formatDateTime(since)}
      className={classNames('num', tone[lateness(since, nowMs)])}
    >
      {rich('<label>Waiting for</label> {time}', {
        label: (inner) => <span className="sr-only">{inner}</span>,
        time: waitedFor(since, nowMs),
      })}
    </time>
  )
}

/** How long something has waited, in its largest whole unit: "3 d", "5 h", "12 min". */
export function waitedFor(since: Instant, nowMs: number): string {
  const waitedMs = Math.max(0, nowMs - epochMsOf(since))
  if (waitedMs >= DAY_MS) return t('{count} d', { count: Math.floor(waitedMs / DAY_MS) })
  if (waitedMs >= HOUR_MS) return t('{count} h', { count: Math.floor(waitedMs / HOUR_MS) })
  return t('{count} min', { count: Math.floor(waitedMs / MINUTE_MS) })
}

/** After a day it is late, after three it is overdue. */
export function lateness(since: Instant, nowMs: number): 'fresh' | 'late' | 'overdue' {
  const waitedMs = nowMs - epochMsOf(since)
  if (waitedMs >= 3 * DAY_MS) return 'overdue'
  return waitedMs >= DAY_MS ? 'late' : 'fresh'
}
