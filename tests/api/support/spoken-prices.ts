import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'
import { until } from '#tests/support/wait.ts'

/** A market that emits only the prices that a test sends. */
export class SpokenPrices implements PriceSource {
  readonly origin = 'simulated'
  readonly #clock: Clock
  readonly #pool: Pick<Pool, 'query'>
  readonly #name: string
  #generation = 0
  #last: string | undefined
  #emit: ((readings: readonly PriceReading[]) => void) | undefined

  constructor(clock: Clock, pool: Pick<Pool, 'query'>, name: string) {
    this.#clock = clock
    this.#pool = pool
    this.#name = name
  }

  get name(): string {
    return this.#generation === 0 ? this.#name : `${this.#name} ${this.#generation}`
  }

  /** Becomes another market, so that its next price is no spike. No process may be connected. */
  beginAnew(): void {
    this.#generation += 1
    this.#last = undefined
  }

  get isHeard(): boolean {
    return this.#emit !== undefined
  }

  /**
   * Emits the last price again and waits until it is recorded. A tick gets its time when it is
   * written, and a late one would follow the test's next action.
   */
  async repeat(): Promise<void> {
    if (this.#last === undefined) return
    const saidMs = this.#clock.now()
    this.say(this.#last, saidMs)
    await until(() => this.#isRecorded(saidMs))
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

  async #isRecorded(saidMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'select from price_tick where source = $1 and source_at >= $2 limit 1',
      [this.name, new Date(saidMs)],
    )
    return rowCount === 1
  }
}
