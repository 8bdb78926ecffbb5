import { instantOf } from '#shared/time.ts'
import { dayAfter, type TimeZone, tryTimeZone } from '#shared/time-zone.ts'

/** The first and the last day of a period, as date fields write them. */
export interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The instants that bound a period of whole days. */
export function periodQuery({ from, to }: Days, zone: TimeZone) {
  return {
    ...(from && { from: instantOf(zone.startOfDay(from)) }),
    ...(to && { to: instantOf(zone.startOfDay(dayAfter(to))) }),
  }
}

/** A day as date fields write it, if it is in this century. */
export function dayFrom(text: string | null): string | undefined {
  const isDay = text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : undefined
}

export interface NamedZone extends TimeZone {
  readonly name: string
}

/** The device's time zone, or UTC if the browser does not report one. */
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

/** The current day in a zone. */
export function dayIn(zone: TimeZone, epochMs: number): string {
  return zone.isoOf(epochMs).slice(0, 10)
}
