import type { Clock } from '#server/platform/clock.ts'

/** Runs like the real one, ahead of it by what a test has let pass. */
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
