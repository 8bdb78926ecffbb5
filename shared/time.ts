/** Instants travel as ISO 8601 strings in UTC with milliseconds: "2026-01-31T09:30:00.000Z". */
export type Instant = string

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString()
}

export function epochMsOf(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs)) throw new Error(`not an instant: ${instant}`)
  return epochMs
}

export function earlierOf(one: Instant, other: Instant): Instant {
  return epochMsOf(one) < epochMsOf(other) ? one : other
}

export function laterOf(one: Instant, other: Instant): Instant {
  return epochMsOf(one) > epochMsOf(other) ? one : other
}

/**
 * Days until a term ends, the last one counted in full; below 0 once that is days ago. Never more
 * than the term has: a clock that is behind sees it begin tomorrow.
 */
export function daysUntil(endsAt: Instant, nowMs: number, termDays: number): number {
  const days = Math.ceil((epochMsOf(endsAt) - nowMs) / DAY_MS)
  // Adding 0 turns -0, which JSON and people do not know, into 0.
  return Math.min(days, termDays) + 0
}
