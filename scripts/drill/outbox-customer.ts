import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#scripts/bench/log-loads.ts'
import { LIVE_PATH, type LiveMessage } from '#shared/contract/live.ts'

/** Longer than the app waits for a response. */
const RESPONSE_MS_MAX = 30_000
const PAUSE_MS = 50
const RECONNECT_MS = 200
const ORDER = JSON.stringify({
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  amount: '0.0001',
  price: '20000',
})

interface Place {
  readonly epoch: number
  readonly position: number
}

/**
 * A customer who places orders and keeps them like the app does: each is retried under its key
 * until it is acknowledged, kept until the server reports that it is durable, and resent if another
 * epoch begins.
 */
export class OutboxCustomer {
  /** The keys of the orders that were acknowledged to the customer. */
  readonly acknowledged = new Set<string>()
  /**
   * The ids of the orders announced on the live channel, or found by a fetch after a disconnect.
   */
  readonly heard = new Set<string>()
  /** How often each response was received. */
  readonly responses = new Map<string, number>()
  userId = ''
  sentAgain = 0
  reconnects = 0
  lastAcknowledgedMs = 0
  readonly #origin: string
  readonly #token: string
  /** Acknowledged, but not durable yet. */
  readonly #kept = new Map<string, Place>()
  #epoch = 0
  #isOver = false
  #isPaused = false
  #running: Promise<unknown>
  #socket: WebSocket | undefined
  /** Resolves when the live channel is open; earlier changes are not announced. */
  readonly #listening = Promise.withResolvers<void>()

  constructor(port: number, token: string) {
    this.#origin = `127.0.0.1:${port}`
    this.#token = token
    this.#running = Promise.all([this.#place(), this.#listen()])
  }

  get kept(): number {
    return this.#kept.size
  }

  /** Whether no order has to be resent. */
  get isSettled(): boolean {
    return [...this.#kept.values()].every(({ epoch }) => epoch === this.#epoch)
  }

  /** Places no new orders; lost ones are still resent. */
  pause(): void {
    this.#isPaused = true
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#socket?.close()
    await this.#running
  }

  async #place(): Promise<void> {
    await this.#listening.promise
    while (!this.#isOver) {
      const lost = [...this.#kept].find(([, { epoch }]) => epoch !== this.#epoch)
      if (lost) {
        this.sentAgain += 1
        await this.#send(lost[0])
      } else if (!this.#isPaused) {
        await this.#send(newId(Date.now()))
      }
      await sleep(PAUSE_MS)
    }
  }

  async #send(key: string): Promise<void> {
    while (!(await this.#try(key).catch((error: Error) => this.#count(error.name)))) {
      await sleep(PAUSE_MS)
    }
  }

  /** @returns whether it was acknowledged */
  async #try(key: string): Promise<boolean> {
    const response = await this.#fetch('/api/trades', {
      method: 'POST',
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      body: ORDER,
    })
    const { code, userId } = (await response.json()) as Readonly<Record<string, string>>
    this.#count(response.ok ? '200' : `${response.status} ${code}`)
    if (!response.ok) {
      await sleep(Number(response.headers.get('retry-after')) * 100)
      return false
    }
    this.userId = String(userId)
    this.acknowledged.add(key)
    this.lastAcknowledgedMs = performance.now()
    const [epoch, position, durable] = ['log-epoch', 'log-position', 'log-durable'].map((name) =>
      Number(response.headers.get(name)),
    ) as [number, number, number]
    if (durable >= position) this.#kept.delete(key)
    else this.#kept.set(key, { epoch, position })
    this.#epoch = Math.max(this.#epoch, epoch)
    return true
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#session().catch(() => undefined)
      if (this.#isOver) return
      this.reconnects += 1
      await sleep(RECONNECT_MS)
    }
  }

  async #session(): Promise<void> {
    const response = await this.#fetch('/api/live/ticket', { method: 'POST' })
    const { ticket } = (await response.json()) as { readonly ticket: string }
    const socket = new WebSocket(`ws://${this.#origin}${LIVE_PATH}?ticket=${ticket}`)
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as LiveMessage)
    socket.onopen = () => {
      this.#listening.resolve()
      if (this.reconnects > 0) void this.#look().catch(() => undefined)
    }
    await new Promise((closed) => {
      socket.onclose = closed
    })
  }

  #hear(message: LiveMessage): void {
    if (message.type === 'data_sync') this.heard.add(message.data.entityId)
    if (message.type !== 'log_durable') return
    const { epoch, position } = message
    this.#epoch = epoch
    for (const [key, place] of this.#kept) {
      if (place.epoch === epoch && place.position <= position) this.#kept.delete(key)
    }
  }

  /** Fetches, like the app does after the live channel was disconnected. */
  async #look(): Promise<void> {
    const response = await this.#fetch(`/api/trades/${this.userId}`)
    for (const { id } of (await response.json()) as readonly { id: string }[]) this.heard.add(id)
  }

  #fetch(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    return fetch(`http://${this.#origin}${path}`, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(RESPONSE_MS_MAX),
    })
  }

  #count(response: string): false {
    this.responses.set(response, (this.responses.get(response) ?? 0) + 1)
    return false
  }
}
