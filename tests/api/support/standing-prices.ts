import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'

/** The change of each asset over 24 hours, in percent. */
export const STANDING_CHANGE = '2.5'

const REPEAT_MS = 500
const SECOND_LOOK_MS = 20

/** A market that repeats the prices that a test has set. */
export class StandingPrices implements PriceSource {
  readonly name = 'standing'
  readonly origin = 'simulated'
  readonly #clock: Clock
  readonly #prices = new Map([
    ['BTC', '60000'],
    ['ETH', '2500'],
    ['TRX', '0.25'],
  ])
  #emit: ((readings: readonly PriceReading[]) => void) | undefined
  #isSilent = false
  #spokeAtMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(symbol: string, price: string): void {
    this.#prices.set(symbol, price)
    this.#speak()
  }

  /**
   * Stops emitting, so that prices become stale.
   * @returns the time of the last reading, epoch ms
   */
  fallSilent(): number {
    this.#isSilent = true
    return this.#spokeAtMs
  }

  speakAgain(): void {
    this.#isSilent = false
    this.#speak()
  }

  /** Emits the prices once more, so that the next tick is recorded now. */
  repeat(): void {
    this.#speak()
  }

  async start(onTick: (readings: readonly PriceReading[]) => void, signal: AbortSignal) {
    this.#emit = onTick
    this.#speak()
    // A second time at once: futures are offered after two ticks.
    await sleep(SECOND_LOOK_MS, undefined, { signal }).catch(() => undefined)
    while (!signal.aborted) {
      this.#speak()
      await sleep(REPEAT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  history(): Promise<[]> {
    return Promise.resolve([])
  }

  #speak(): void {
    if (this.#isSilent) return
    const atMs = this.#clock.now()
    this.#spokeAtMs = atMs
    const facts = { atMs, change24h: STANDING_CHANGE, volume24h: null, traded: '0' }
    this.#emit?.([...this.#prices].map(([symbol, price]) => ({ symbol, price, ...facts })))
  }
}
