/**
 * The server's time as well as the browser can tell it.
 *
 * Prices are stamped by the server; on a phone whose clock is a few minutes off they would all
 * look stale, or stay fresh for ever.
 */
let offsetMs = 0

/** Takes the Date header of an answer, which has whole seconds. */
export function noteServerTime(header: string | null): void {
  const epochMs = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(epochMs)) return
  const seenMs = epochMs + 500 - Date.now()
  // A second or two is the header's resolution and the way here, not a wrong clock.
  offsetMs = Math.abs(seenMs) < 2_000 ? 0 : seenMs
}

export function serverNowMs(): number {
  return Date.now() + offsetMs
}
