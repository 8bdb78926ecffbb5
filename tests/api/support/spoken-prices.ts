import type { Clock } from '#server/platform/clock.ts'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'

/** A market that emits only the prices that a test sends. */
export class SpokenPrices implements PriceSource {
  readonly origin = 'simulated'
  readonly #clock: Clock
  readonly #name: string
  #generation = 0
  #last: string | undefined
  #emit: ((readings: readonly PriceReading[]) => void) | undefined

  constructor(clock: Clock, name = 'spoken') {
    this.#clock = clock
    this.#name = name
  }

  get name(): string {
    return this.#generation === 0 ? this.#name : `${this.#name} ${this.#generation}`
  }

  /** Becomes another market, so that its next price is no spike; no process may hear it. */
  beginAnew(): void {
    this.#generation += 1
    this.#last = undefined
  }

  get isHeard(): boolean {
    return this.#emit !== undefined
  }

  /** Says the last price once more, so that the next tick is recorded now. */
  repeat(): void {
    if (this.#last !== undefined) this.say(this.#last)
  }

  say(price: string, atMs = this.#clock.now()): void {
    this.#last = price
    const facts = { change24h: null, volume24h: null, traded: '0' }
    this.#emit?.([{ symbol: 'BTC', price, atMs, ...facts }])
  }

  async start(onTick: (readings: readonly PriceReading[]) => void, signal: AbortSignal) {
    this.#emit = onTick
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    this.#emit = undefined
  }

  history(): Promise<[]> {
    return Promise.resolve([])
  }
}
