import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { dayAfter, daysBetween, type TimeZone, tryTimeZone } from '#shared/time-zone.ts'

const zone = (name: string): TimeZone => {
  const found = tryTimeZone(name)
  if (!found) throw new Error(`no zone ${name}`)
  return found
}
const iso = (epochMs: number) => new Date(epochMs).toISOString()

describe('a time zone', () => {
  test.each([
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    '+00:00',
    '-03:30',
    '+14:00',
  ])('is known by name or offset: %s', (name) => expect(tryTimeZone(name)).toBeDefined())

  test.each(['', 'Mars/Olympus', '+15:00', '+1:00', '01:00', '+01:60', '=1+1', 'Europe/Berlin\n'])(
    'is unknown otherwise: %j',
    (name) => expect(tryTimeZone(name)).toBeUndefined(),
  )

  test('writes times with the offset in effect at that time', () => {
    const berlin = zone('Europe/Berlin')
    expect(berlin.isoOf(Date.UTC(2026, 0, 1))).toBe('2026-01-01T01:00:00.000+01:00')
    expect(berlin.isoOf(Date.UTC(2026, 2, 29, 0, 59))).toBe('2026-03-29T01:59:00.000+01:00')
    expect(berlin.isoOf(Date.UTC(2026, 2, 29, 1))).toBe('2026-03-29T03:00:00.000+02:00')
    expect(zone('Asia/Kathmandu').isoOf(0)).toBe('1970-01-01T05:30:00.000+05:30')
    expect(zone('-03:30').isoOf(0)).toBe('1969-12-31T20:30:00.000-03:30')
  })

  test('starts a day at midnight, or later if the clock skips midnight', () => {
    expect(iso(zone('Europe/Berlin').startOfDay('2026-07-01'))).toBe('2026-06-30T22:00:00.000Z')
    expect(iso(zone('Pacific/Kiritimati').startOfDay('2026-07-01'))).toBe(
      '2026-06-30T10:00:00.000Z',
    )
    // On this day, clocks in Beirut jumped from midnight to one o'clock.
    expect(iso(zone('Asia/Beirut').startOfDay('2022-03-27'))).toBe('2022-03-26T22:00:00.000Z')
    expect(zone('Asia/Beirut').isoOf(zone('Asia/Beirut').startOfDay('2022-03-27'))).toBe(
      '2022-03-27T01:00:00.000+03:00',
    )
  })

  test('has consecutive days without gaps, and times that can be parsed back', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kolkata',
      '+09:30',
    )
    const days = fc.date({
      min: new Date('2010-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(zones, days, (name, date) => {
        const place = zone(name)
        const day = iso(date.getTime()).slice(0, 10)
        const start = place.startOfDay(day)
        const next = place.startOfDay(dayAfter(day))
        expect([23, 24, 25]).toContain((next - start) / HOUR_MS)
        expect(place.isoOf(start).slice(0, 10)).toBe(day)
        expect(place.isoOf(next - 1).slice(0, 10)).toBe(day)
        expect(Date.parse(place.isoOf(date.getTime()))).toBe(date.getTime())
        expect(place.momentOf(place.isoOf(start).slice(0, 19))).toBe(start)
      }),
    )
  })
})

test('a period includes its first and last day', () => {
  expect(daysBetween('2026-02-28', '2026-02-28')).toBe(1)
  expect(daysBetween('2024-01-01', '2024-12-31')).toBe(366)
  expect(daysBetween('2026-01-02', '2026-01-01')).toBe(0)
  expect(dayAfter('2024-02-28')).toBe('2024-02-29')
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
})
