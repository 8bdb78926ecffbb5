import { RESPONSE_MS_MAX } from '#server/platform/deadline.ts'

/** After this, the rest of the request may have made its response late. */
const SLOW_MS = RESPONSE_MS_MAX / 2

/** Long enough for a user to read the message and try again. */
const KEPT_MS = 30_000

/**
 * Runs reads that take long once for all requests that want the same result at the same time. A
 * result that may have come too late for its response is kept for half a minute, so that work which
 * takes longer than a request may last succeeds when it is requested again. Errors are not kept.
 */
export function singleFlight<T>() {
  const flights = new Map<string, Promise<T>>()
  return function fly(key: string, work: () => Promise<T>): Promise<T> {
    const joined = flights.get(key)
    if (joined !== undefined) return joined
    const startedAt = performance.now()
    const flight = work()
    flights.set(key, flight)
    const forget = () => flights.delete(key)
    flight.then(() => {
      if (performance.now() - startedAt > SLOW_MS) setTimeout(forget, KEPT_MS).unref()
      else forget()
    }, forget)
    return flight
  }
}
