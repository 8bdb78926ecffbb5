import { vi } from 'vitest'
import { WAIT_MS_MAX } from './patience.ts'

const LOOK_MS = 10

/** Waits for a state: until `look` returns something true, which is the result. */
export function until<T>(
  look: () => T | Promise<T>,
  everyMs = LOOK_MS,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  return vi.waitUntil(look, { timeout: WAIT_MS_MAX, interval: everyMs }) as never
}

/** Waits until an assertion holds. */
export function eventually<T>(assertion: () => T | Promise<T>, everyMs = LOOK_MS): Promise<T> {
  return vi.waitFor(assertion, { timeout: WAIT_MS_MAX, interval: everyMs })
}
