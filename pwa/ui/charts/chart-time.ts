import type { UTCTimestamp } from 'lightweight-charts'

/** The chart labels its axis in UTC; shifting the times makes it read as the person's clock. */
export function localTime(seconds: number): UTCTimestamp {
  const offsetMinutes = new Date(seconds * 1_000).getTimezoneOffset()
  return (seconds - offsetMinutes * 60) as UTCTimestamp
}
