import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/**
 * A place's clock: what it shows at a moment, and when its days begin. The browser needs it too, and
 * not every browser has Temporal, and its polyfill is more than ten times as large as this.
 */
export interface TimeZone {
  /** ISO 8601 with the offset of that moment: "2026-03-29T03:00:00.000+02:00". */
  readonly isoOf: (epochMs: number) => string
  /** When the clock shows a local time ("2026-03-29T03:00:00"), in epoch milliseconds. */
  readonly momentOf: (local: string) => number
  /** The first moment of a day of the calendar ("2026-03-29"), in epoch milliseconds. */
  readonly startOfDay: (day: string) => number
}

const OFFSET = /^([+-])(0\d|1[0-4]):([0-5]\d)$/
const NAME = /^[A-Za-z][\w+/-]{0,63}$/

/** The zone of an IANA name ("Europe/Berlin", "UTC") or an offset ("+05:30"); undefined for neither. */
export function tryTimeZone(text: string): TimeZone | undefined {
  const offset = OFFSET.exec(text)
  if (offset) return fixedZone(offset)
  if (!NAME.test(text)) return undefined
  try {
    return zoneBy(namedOffset(text))
  } catch {
    // Intl knows no such zone.
    return undefined
  }
}

/** The day of the calendar after another. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

/** How many days a period covers, its first and its last included. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
}

function fixedZone([, sign, hours, minutes]: RegExpExecArray): TimeZone {
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  return zoneBy(() => (sign === '-' ? -size : size))
}

type OffsetAt = (epochMs: number) => number

function zoneBy(offsetAt: OffsetAt): TimeZone {
  const localOf = (epochMs: number) => new Date(epochMs + offsetAt(epochMs)).toISOString()
  return {
    isoOf: (epochMs) => localOf(epochMs).replace('Z', offsetText(offsetAt(epochMs))),
    momentOf(local) {
      const shown = Date.parse(`${local}Z`)
      // The offset is that of the moment, which is not known before the offset is: twice is enough.
      return shown - offsetAt(shown - offsetAt(shown))
    },
    startOfDay(day) {
      // A clock that is put forward may skip midnight, so the first moment is looked for. No clock
      // is more than 14 hours from that of Greenwich.
      let before = Date.parse(day) - 15 * HOUR_MS
      let within = Date.parse(day) + 15 * HOUR_MS
      while (within - before > 1) {
        const middle = Math.floor((before + within) / 2)
        if (localOf(middle).slice(0, 10) >= day) within = middle
        else before = middle
      }
      return within
    },
  }
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** Clocks are changed on a quarter of an hour, so within one the offset is looked up once. */
const STEADY_MS = 15 * MINUTE_MS

function namedOffset(timeZone: string): OffsetAt {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  let known: { readonly quarter: number; readonly offset: number } | undefined
  return (epochMs) => {
    const quarter = Math.floor(epochMs / STEADY_MS)
    if (known?.quarter !== quarter) known = { quarter, offset: readOffset(clock, epochMs) }
    return known.offset
  }
}

function readOffset(clock: Intl.DateTimeFormat, epochMs: number): number {
  const parts = new Map(
    clock.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  const whole = Math.floor(epochMs / SECOND_MS) * SECOND_MS
  // Old local times were seconds apart from the whole minute; ISO 8601 cannot say that.
  return Math.round((local - whole) / MINUTE_MS) * MINUTE_MS
}
