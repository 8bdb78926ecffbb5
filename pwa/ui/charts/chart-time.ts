import {
  defaultHorzScaleBehavior,
  type IHorzScaleBehavior,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { formatDateTime, formatDay, monthName } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'

type TimeScale = IHorzScaleBehavior<Time>

/**
 * A time axis whose days begin at midnight of the device. Its points keep their UTC times, which
 * always ascend: the clock of the device goes back at the end of daylight saving time, and the
 * library refuses a time before the last one.
 */
export class LocalTimeScale extends defaultHorzScaleBehavior() {
  override fillWeightsForPoints(...[points, start]: Parameters<TimeScale['fillWeightsForPoints']>) {
    // A weight depends on the point before.
    const from = Math.max(0, start - 1)
    const shifted = points.slice(from).map((point) => ({
      ...point,
      time: isMoment(point.originalTime)
        ? this.convertHorzItemToInternal(localTime(point.originalTime))
        : point.time,
    }))
    super.fillWeightsForPoints(shifted, start - from)
    for (const [index, { timeWeight }] of shifted.entries()) {
      const point = points[from + index]
      if (point) point.timeWeight = timeWeight
    }
  }
}

/** "2026", "Nov", "22" or "14:02". The library's own words take longer than its drawing. */
export function tickText(time: Time, mark: TickMarkType): string {
  const at = isMoment(time) ? instantOf(localTime(time) * 1_000) : String(time)
  if (mark === TickMarkType.Year) return at.slice(0, 4)
  if (mark === TickMarkType.Month) return monthName(Number(at.slice(5, 7)) - 1)
  if (mark === TickMarkType.DayOfMonth) return String(Number(at.slice(8, 10)))
  return at.slice(11, 16)
}

/** The date under the cursor, formatted like every other date: a day if the chart has only days. */
export function momentText(time: Time): string {
  return isMoment(time) ? formatDateTime(instantOf(time * 1_000)) : formatDay(String(time))
}

/** An instant in seconds since 1970, not a day of the calendar. */
function isMoment(time: unknown): time is UTCTimestamp {
  return typeof time === 'number'
}

/** What the clock of the device shows at an instant, as the seconds at which UTC shows the same. */
function localTime(seconds: number): UTCTimestamp {
  const offsetMinutes = new Date(seconds * 1_000).getTimezoneOffset()
  return (seconds - offsetMinutes * 60) as UTCTimestamp
}
