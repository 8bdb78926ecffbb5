import { findAsset } from '#shared/assets.ts'
import { ACTIVITY_KINDS, type ActivityKind } from '#shared/rules/activity.ts'
import { instantOf } from '#shared/time.ts'
import { dayAfter, type TimeZone, tryTimeZone } from '#shared/time-zone.ts'

/** What a list of movements is narrowed to. Days are those of the person's own calendar. */
export interface ActivityFilter {
  readonly kind?: ActivityKind | undefined
  readonly symbol?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const KIND_LABELS: Readonly<Record<ActivityKind, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  order: 'Spot order',
  conversion: 'Conversion',
  futures: 'Futures',
  stake: 'Staking',
  loan: 'Loan',
  adjustment: 'Adjustment',
}

/** Reads a filter from an address; what no filter could be is left out. */
export function filterFrom(query: URLSearchParams): ActivityFilter {
  const symbol = query.get('symbol')
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === query.get('kind')),
    symbol: symbol && findAsset(symbol) ? symbol : undefined,
    from: dayFrom(query.get('from')),
    to: dayFrom(query.get('to')),
  }
}

/** How many of its fields are set. */
export function narrowedBy(filter: ActivityFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length
}

/** What the server is asked for: its periods are moments, the last of which is not included. */
export function queryOf({ kind, symbol, from, to }: ActivityFilter, zone: TimeZone) {
  return {
    ...(kind && { kind }),
    ...(symbol && { symbol }),
    ...periodQuery({ from, to }, zone),
  }
}

/** Whole days as the moments between which they lie. */
export function periodQuery({ from, to }: Pick<ActivityFilter, 'from' | 'to'>, zone: TimeZone) {
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
