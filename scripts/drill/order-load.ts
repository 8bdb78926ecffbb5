import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#scripts/bench/log-loads.ts'
import { type HttpCall, httpCaller } from './http-call.ts'

const PAUSE_MS = 100
const ORDER = JSON.stringify({
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  amount: '0.0001',
  price: '20000',
})

/**
 * Customers who place orders one after another. Like the app, each retries an order under its key
 * until it is acknowledged, and waits as long as the response says.
 */
export class OrderLoad {
  /** The id of each acknowledged order by its key. */
  readonly acknowledged = new Map<string, string>()
  /** How often each response was received: "504 outcome.unknown". */
  readonly responses = new Map<string, number>()
  slowestMs = 0
  readonly #origin: string
  readonly #calls: readonly HttpCall[]
  readonly #lastMs: number[]
  #tokens: readonly string[]
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  /** @param addressOf the address that each customer sends from; by default the same for all */
  constructor(
    origin: string,
    tokens: readonly string[],
    addressOf: (client: number) => string | undefined = () => undefined,
  ) {
    this.#origin = origin
    this.#tokens = tokens
    this.#calls = tokens.map((_, client) => httpCaller(addressOf(client)))
    this.#lastMs = tokens.map(() => 0)
    this.#running = Promise.all(tokens.map((_, client) => this.#customer(client)))
  }

  /** The customers continue with other sessions, because access tokens last 15 minutes. */
  renew(tokens: readonly string[]): void {
    this.#tokens = tokens
  }

  /** Whether each customer has an acknowledged order that was sent after this time. */
  hasServedAllSince(ms: number): boolean {
    return this.#lastMs.every((sentMs) => sentMs > ms)
  }

  /** Waits until the last order of each customer is acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #customer(client: number): Promise<void> {
    while (!this.#isOver) {
      const key = newId(Date.now())
      let sentMs: number | undefined
      while (sentMs === undefined) sentMs = await this.#try(client, key)
      this.#lastMs[client] = sentMs
      await sleep(PAUSE_MS)
    }
  }

  /** @returns when it was sent, if it was acknowledged */
  async #try(client: number, key: string): Promise<number | undefined> {
    const sentMs = performance.now()
    const response = await this.#send(client, key).catch((error: Error) => error)
    this.slowestMs = Math.max(this.slowestMs, performance.now() - sentMs)
    if (response instanceof Error) {
      this.#count(`no response: ${(response as NodeJS.ErrnoException).code ?? response.name}`)
      await sleep(PAUSE_MS)
      return undefined
    }
    const { status, headers, json } = response
    this.#count(status === 200 ? '200' : `${status} ${json.code}`)
    if (status === 200) {
      this.acknowledged.set(key, String(json.id))
      return sentMs
    }
    const retryAfter = Number(headers['retry-after'])
    await sleep(retryAfter > 0 ? retryAfter * 1_000 : PAUSE_MS)
    return undefined
  }

  #send(client: number, key: string) {
    const call = this.#calls[client] as HttpCall
    return call(this.#origin, {
      method: 'POST',
      path: '/api/trades',
      headers: {
        authorization: `Bearer ${this.#tokens[client]}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: ORDER,
    })
  }

  #count(response: string): void {
    this.responses.set(response, (this.responses.get(response) ?? 0) + 1)
  }
}
