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
