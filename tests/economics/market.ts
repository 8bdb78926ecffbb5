import fc from 'fast-check'
import type { RecordedTick } from '#server/events/event-definition.ts'
import { seededRandom } from '#shared/seeded-random.ts'
import { type Instant, instantOf, SECOND_MS } from '#shared/time.ts'

/** How a session's price moves. */
export interface MarketPlan {
  readonly kind: 'walk' | 'jumps' | 'trends'
  readonly seed: number
  /** The source sends a tick this often. */
  readonly tickSeconds: number
}

export const marketPlan: fc.Arbitrary<MarketPlan> = fc.record({
  kind: fc.constantFrom('walk', 'jumps', 'trends'),
  seed: fc.nat(),
  tickSeconds: fc.constantFrom(1, 1, 2, 3, 5),
})

/** 4 % a day: a lively market. Jumps of 0.2 % to 3 % occur about once a minute. */
export const VOLATILITY_A_SECOND = 0.04 / Math.sqrt(86_400)
const JUMPS_A_SECOND = 1 / 60
const JUMP_MIN = 0.002
const JUMP_MAX = 0.03
/** A trend moves the price this many standard deviations a second and lasts half a minute. */
const TREND = 1.5
const TREND_SECONDS = 30

const STARTS_AT_MS = Date.parse('2026-01-31T09:30:00.000Z')

/**
 * One market, second by second.
 *
 * Each call of `turn` tosses a fair coin on whether the next movements go up or down, and players
 * call it when they act. Players can see trends but cannot forecast them, so a player's average
 * profit comes from the rules alone.
 */
export class Market {
  readonly random: () => number
  readonly #plan: MarketPlan
  #second = 0
  #price = 60_000
  #direction = 1
  #trend = 0
  #recorded: Observation = { second: 0, price: 60_000 }
  #recordedBefore: Observation | undefined
  #tick: RecordedTick | undefined
  #at: Instant | undefined

  constructor(plan: MarketPlan) {
    this.#plan = plan
    this.random = seededRandom(plan.seed)
  }

  get second(): number {
    return this.#second
  }

  get at(): Instant {
    this.#at ??= instantAt(this.#second)
    return this.#at
  }

  /** The newest tick that the platform has recorded: what the browser shows. */
  get tick(): RecordedTick {
    this.#tick ??= tickOf(this.#recorded)
    return this.#tick
  }

  /** The price of that tick. */
  get price(): number {
    return this.#recorded.price
  }

  /** Whether that tick is of this second. */
  get isTickNew(): boolean {
    return this.#recorded.second === this.#second
  }

  /** The newest ticks, the newest first. */
  get recent(): readonly RecordedTick[] {
    return this.#recordedBefore ? [this.tick, tickOf(this.#recordedBefore)] : [this.tick]
  }

  /** The price on other markets, before the platform has recorded it: players watch it too. */
  get elsewhere(): number {
    return this.#price
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.random() * choices.length)] as T
  }

  pass(): void {
    this.#second += 1
    this.#at = undefined
    this.#price *= Math.exp(this.#direction * this.#move())
    if (this.#second % this.#plan.tickSeconds !== 0) return
    this.#recordedBefore = this.#recorded
    this.#recorded = { second: this.#second, price: this.#price }
    this.#tick = undefined
  }

  turn(): void {
    this.#direction = this.random() < 0.5 ? 1 : -1
  }

  #move(): number {
    const { kind } = this.#plan
    const noise = VOLATILITY_A_SECOND * normal(this.random)
    if (kind === 'trends') {
      if (this.#second % TREND_SECONDS === 0) this.#trend = this.random() < 0.5 ? TREND : -TREND
      return noise + this.#trend * VOLATILITY_A_SECOND
    }
    if (kind === 'walk' || this.random() >= JUMPS_A_SECOND) return noise
    const size = JUMP_MIN + (JUMP_MAX - JUMP_MIN) * this.random()
    return this.random() < 0.5 ? size : -size
  }
}

interface Observation {
  readonly second: number
  readonly price: number
}

function tickOf({ second, price }: Observation): RecordedTick {
  const at = instantAt(second)
  return { id: `tick-${second}`, source: 'economics', price: price.toFixed(2), at }
}

function instantAt(second: number): Instant {
  return instantOf(STARTS_AT_MS + second * SECOND_MS)
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
