import { instantOf } from '#shared/time.ts'
import { dayAfter, type TimeZone, tryTimeZone } from '#shared/time-zone.ts'

/** The first and the last day of a period, as date fields write them. */
export interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Whole days as the moments between which they lie. */
export function periodQuery({ from, to }: Days, zone: TimeZone) {
  return {
    ...(from && { from: instantOf(zone.startOfDay(from)) }),
    ...(to && { to: instantOf(zone.startOfDay(dayAfter(to))) }),
  }
}

/** A day as date fields write it, in the years that there can be something of. */
export function dayFrom(text: string | null): string | undefined {
  const isDay = text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : undefined
}

export interface NamedZone extends TimeZone {
  readonly name: string
}

/** The zone that this device lives in; Greenwich where the browser does not say. */
export function localZone(): NamedZone {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const zone = tryTimeZone(timeZone)
  return zone ? { ...zone, name: timeZone } : utcZone()
}

export function utcZone(): NamedZone {
  const zone = tryTimeZone('+00:00')
  if (!zone) throw new Error('Greenwich has a time zone')
  return { ...zone, name: 'UTC' }
}

/** The day that it is in a zone. */
export function dayIn(zone: TimeZone, epochMs: number): string {
  return zone.isoOf(epochMs).slice(0, 10)
}
