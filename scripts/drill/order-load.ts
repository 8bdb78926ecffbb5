import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#scripts/bench/log-loads.ts'

/** The app gives up on an answer later than this. */
const ANSWER_MS_MAX = 30_000
const PAUSE_MS = 100
const ORDER = JSON.stringify({
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  amount: '0.0001',
  price: '20000',
})

/**
 * Customers who place orders one after the other. As the app does, each repeats an order under its key
 * until it is acknowledged, and waits as long as the answer asks it to.
 */
export class OrderLoad {
  /** The id of each acknowledged order by its key. */
  readonly acknowledged = new Map<string, string>()
  /** How often each answer came: "504 outcome.unknown". */
  readonly answers = new Map<string, number>()
  slowestMs = 0
  readonly #url: string
  readonly #lastMs: number[]
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(port: number, tokens: readonly string[]) {
    this.#url = `http://127.0.0.1:${port}/api/trades`
    this.#lastMs = tokens.map(() => 0)
    this.#running = Promise.all(tokens.map((token, client) => this.#customer(token, client)))
  }

  /** Whether each customer has sent an order after this time that was acknowledged. */
  hasServedAllSince(ms: number): boolean {
    return this.#lastMs.every((sentMs) => sentMs > ms)
  }

  /** Waits until the last order of each customer is acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #customer(token: string, client: number): Promise<void> {
    while (!this.#isOver) {
      const key = newId(Date.now())
      let sentMs: number | undefined
      while (sentMs === undefined) sentMs = await this.#try(token, key)
      this.#lastMs[client] = sentMs
      await sleep(PAUSE_MS)
    }
  }

  /** @returns when it was sent, if it was acknowledged */
  async #try(token: string, key: string): Promise<number | undefined> {
    const sentMs = performance.now()
    const response = await this.#send(token, key).catch((error: Error) => error)
    this.slowestMs = Math.max(this.slowestMs, performance.now() - sentMs)
    if (response instanceof Error) {
      this.#count(`no answer: ${response.name}`)
      await sleep(PAUSE_MS)
      return undefined
    }
    const { status, retryAfter, body } = response
    this.#count(status === 200 ? '200' : `${status} ${body.code}`)
    if (status === 200) {
      this.acknowledged.set(key, body.id)
      return sentMs
    }
    await sleep(retryAfter > 0 ? retryAfter * 1_000 : PAUSE_MS)
    return undefined
  }

  async #send(token: string, key: string) {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: ORDER,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const body = (await response.json()) as { readonly id: string; readonly code: string }
    return {
      status: response.status,
      retryAfter: Number(response.headers.get('retry-after')),
      body,
    }
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}
