import type { Clock } from '#server/platform/clock.ts'
import { minuteLimits } from '#server/platform/minute-limits.ts'
import type { LeaseAsked, RateLimits } from '#server/platform/rate-limits.ts'

/** Moves only when the test moves it, so that no minute or wait ends in the middle of a test. */
export class StandingClock implements Clock {
  #nowMs: number

  constructor(nowMs = 0) {
    this.#nowMs = nowMs
  }

  now(): number {
    return this.#nowMs
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }
}

/** Grants leases as PostgreSQL does: a tenth of what is left, at least one. */
export class LeaseBook {
  readonly asked: LeaseAsked[] = []
  readonly #taken = new Map<string, number>()

  lease = async (asked: LeaseAsked): Promise<number> => {
    this.asked.push(asked)
    const id = `${asked.minute} ${asked.name}`
    const taken = (this.#taken.get(id) ?? 0) + asked.used
    const left = asked.perMinute - taken
    const leased = left > 0 ? Math.max(1, Math.floor(left / 10)) : 0
    this.#taken.set(id, taken + leased)
    return leased
  }
}

/** The limits of a single process without a database. */
export function limitsOfOneProcess(clock: Clock = new StandingClock()): RateLimits {
  return limitsOn(new LeaseBook(), clock)
}

export function limitsOn({ lease }: LeaseBook, clock: Clock): RateLimits {
  return minuteLimits({ clock, lease, report: () => {} })
}
