/**
 * An estimate of the server's time.
 *
 * Prices carry the server's time: on a device whose clock is a few minutes off, they would all look
 * stale, or always look fresh.
 */
let offsetMs = 0

/** Reads the Date header of a response, which has whole seconds. */
export function noteServerTime(header: string | null): void {
  const epochMs = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(epochMs)) return
  const seenMs = epochMs + 500 - Date.now()
  // A second or two is rounding and latency, not a wrong clock.
  offsetMs = Math.abs(seenMs) < 2_000 ? 0 : seenMs
}

export function serverNowMs(): number {
  return Date.now() + offsetMs
}
