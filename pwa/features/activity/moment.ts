import { t } from '#shared/text/t.ts'
import type { TimeZone } from '#shared/time-zone.ts'

/** An instant as a date and time field formats it: "2026-11-21T10:30:00". */
export function momentOf(zone: TimeZone, epochMs: number): string {
  return zone.isoOf(epochMs).slice(0, 19)
}

/** The instant in a URL, if valid; otherwise now. */
export function momentFrom(text: string | null): string {
  const isMoment = /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text ?? '')
  return isMoment && !Number.isNaN(Date.parse(text ?? '')) ? (text ?? '') : ''
}

/** The instants that users can choose; the value of now is empty. */
export function momentsAt(zone: TimeZone, nowMs: number) {
  const today = zone.isoOf(nowMs).slice(0, 10)
  const startOf = (day: string) => momentOf(zone, zone.startOfDay(day))
  return [
    { label: t('Now'), value: '' },
    { label: t('Start of today'), value: startOf(today) },
    { label: t('Start of month'), value: startOf(`${today.slice(0, 7)}-01`) },
    { label: t('Start of year'), value: startOf(`${today.slice(0, 4)}-01-01`) },
  ]
}
