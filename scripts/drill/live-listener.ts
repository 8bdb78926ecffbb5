import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, type LiveMessage } from '#shared/contract/live.ts'

const RECONNECT_MS = 500

/** A screen that listens to the live channel and reconnects when it is disconnected. */
export class LiveListener {
  /** When a message of each type was last received. */
  readonly #heardMs = new Map<string, number>()
  readonly #port: number
  readonly #token: string
  #socket: WebSocket | undefined
  #isOver = false

  constructor(port: number, token: string) {
    this.#port = port
    this.#token = token
    void this.#listen()
  }

  hasHeardSince(type: LiveMessage['type'], ms: number): boolean {
    return (this.#heardMs.get(type) ?? 0) > ms
  }

  end(): void {
    this.#isOver = true
    this.#socket?.close()
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#session().catch(() => undefined)
      await sleep(RECONNECT_MS)
    }
  }

  async #session(): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/live/ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
    })
    const { ticket } = (await response.json()) as { readonly ticket: string }
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}${LIVE_PATH}?ticket=${ticket}`)
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      const { type } = JSON.parse(String(data)) as LiveMessage
      this.#heardMs.set(type, performance.now())
    }
    await new Promise((closed) => {
      socket.onclose = closed
    })
  }
}
