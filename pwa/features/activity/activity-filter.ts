import { dayFrom, periodQuery } from '#pwa/hooks/calendar-days.ts'
import { findAsset } from '#shared/assets.ts'
import { ACTIVITY_KINDS, type ActivityKind } from '#shared/rules/activity.ts'
import { msg } from '#shared/text/t.ts'
import type { TimeZone } from '#shared/time-zone.ts'

/** The filter of a list of movements. Days are in the user's time zone. */
export interface ActivityFilter {
  readonly kind?: ActivityKind | undefined
  readonly symbol?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const KIND_LABELS: Readonly<Record<ActivityKind, string>> = {
  deposit: msg('Deposit'),
  withdrawal: msg('Withdrawal'),
  order: msg('Spot order'),
  conversion: msg('Conversion'),
  futures: msg('Futures'),
  stake: msg('Staking'),
  loan: msg('Loan'),
  adjustment: msg('Adjustment'),
}

/** Reads a filter from a URL, without invalid values. */
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

/** The query for the server, whose periods are instants; the end is exclusive. */
export function queryOf({ kind, symbol, from, to }: ActivityFilter, zone: TimeZone) {
  return {
    ...(kind && { kind }),
    ...(symbol && { symbol }),
    ...periodQuery({ from, to }, zone),
  }
}
