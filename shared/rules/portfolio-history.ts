import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'

/** The value of a portfolio over time. */

export const VALUE_RANGES = ['24h', '7d', '30d', 'all'] as const
export type ValueRange = (typeof VALUE_RANGES)[number]

const RANGE_MS: Readonly<Record<Exclude<ValueRange, 'all'>, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
}

/** As many points as a line can show. */
const POINTS_MAX = 200

const STEPS_MS: readonly number[] = [
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
]

/**
 * The points in time of a range: whole steps of the clock, oldest first, from the first one after
 * the user's first movement. Two requests at the same time get the same points.
 *
 * Units    milliseconds since 1970
 */
export function momentsOf(
  range: ValueRange,
  { firstMs, nowMs }: { readonly firstMs: number; readonly nowMs: number },
): { readonly stepMs: number; readonly moments: readonly number[] } {
  const spanMs = range === 'all' ? nowMs - firstMs : RANGE_MS[range]
  const stepMs = STEPS_MS.find((step) => spanMs / step <= POINTS_MAX) ?? 365 * DAY_MS
  const fromMs = Math.max(firstMs, nowMs - spanMs)
  const first = Math.ceil(fromMs / stepMs)
  const last = Math.floor(nowMs / stepMs)
  const count = Math.max(0, last - first + 1)
  return { stepMs, moments: Array.from({ length: count }, (_, index) => (first + index) * stepMs) }
}
