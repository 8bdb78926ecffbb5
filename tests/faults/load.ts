import { setTimeout as sleep } from 'node:timers/promises'

/** A command with the answer that the server gave in the end. */
export interface Answered {
  readonly actorId: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly status: number
  readonly answer: string
}

export interface Actor {
  readonly userId: string
  readonly accessToken: string
}

const PAUSE_MS = 25
const TRY_MS_MAX = 5_000

/** Commands of one person, one after the other; each is tried under its key until it is answered. */
export class Client {
  readonly answered: Answered[] = []
  readonly #origin: string
  readonly #actor: Actor
  readonly #random: () => number

  constructor(origin: string, actor: Actor, random: () => number) {
    this.#origin = origin
    this.#actor = actor
    this.#random = random
  }

  /** Orders, and now and then takes one back. */
  async trade(isOver: () => boolean): Promise<void> {
    const open: string[] = []
    while (!isOver()) {
      if (open.length > 0 && this.#random() < 0.3) {
        await this.command('PUT', `/api/trades/${this.#pick(open)}/cancel`)
      } else {
        const { status, answer } = await this.command('POST', '/api/trades', {
          symbol: 'BTC/USDT',
          side: 'buy',
          amount: `0.00${1 + Math.floor(this.#random() * 9)}`,
          price: '1000',
        })
        if (status < 300) open.push((JSON.parse(answer) as { id: string }).id)
      }
      await sleep(PAUSE_MS)
    }
  }

  /** Approves and rejects what waits. */
  async review(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const waiting = await this.#read('/api/admin/pending-orders')
      for (const { id } of waiting.slice(0, 5)) {
        const act = this.#random() < 0.7 ? 'approve' : 'reject'
        await this.command('PUT', `/api/admin/orders/${id}/${act}`)
      }
      await sleep(PAUSE_MS)
    }
  }

  async command(method: string, path: string, content?: unknown): Promise<Answered> {
    const body = content === undefined ? undefined : JSON.stringify(content)
    const command = { actorId: this.#actor.userId, key: this.#newKey(), method, path, body }
    for (;;) {
      const response = await this.send(command)
      if (response && response.status < 500) {
        const answered = { ...command, ...response }
        this.answered.push(answered)
        return answered
      }
      await sleep(PAUSE_MS)
    }
  }

  /** One try; undefined where the answer did not come. */
  async send({
    key,
    method,
    path,
    body,
  }: Pick<Answered, 'key' | 'method' | 'path' | 'body'>): Promise<
    { status: number; answer: string } | undefined
  > {
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#actor.accessToken}`,
          'idempotency-key': key,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        signal: AbortSignal.timeout(TRY_MS_MAX),
        ...(body ? { body } : {}),
      })
      return { status: response.status, answer: await response.text() }
    } catch {
      return undefined
    }
  }

  async #read(path: string): Promise<readonly { id: string }[]> {
    const response = await this.send({ key: this.#newKey(), method: 'GET', path, body: undefined })
    return response?.status === 200 ? (JSON.parse(response.answer) as { id: string }[]) : []
  }

  #pick<T>(from: T[]): T {
    return from.splice(Math.floor(this.#random() * from.length), 1)[0] as T
  }

  #newKey(): string {
    const digits = (count: number) =>
      Array.from({ length: count }, () => Math.floor(this.#random() * 16).toString(16)).join('')
    return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`
  }
}

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
