import type { Clock } from '#server/platform/clock.ts'

/** The real clock plus the time that a test has advanced. */
export class MovableClock implements Clock {
  #aheadMs = 0

  now(): number {
    return Date.now() + this.#aheadMs
  }

  get aheadMs(): number {
    return this.#aheadMs
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
