import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { addressOf } from '#tests/support/postgres-url.ts'

/** A fixed address for a PostgreSQL that restarts at a different one. */
export class Relay {
  readonly #server = createServer((near) => this.#join(near))
  readonly #sockets = new Set<Socket>()
  #target: NetConnectOpts | undefined

  static async open(): Promise<Relay> {
    const relay = new Relay()
    await new Promise<void>((listening) => relay.#server.listen(0, '127.0.0.1', listening))
    return relay
  }

  /** Points the relay at a database. @returns the database's URL through the relay */
  leadTo(url: string): string {
    this.#target = addressOf(url)
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    address.port = String((this.#server.address() as AddressInfo).port)
    return address.href
  }

  /** Ends every connection and accepts none until it leads to a database again. */
  cut(): void {
    this.#target = undefined
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((closed) => this.#server.close(closed))
  }

  #join(near: Socket): void {
    if (!this.#target) return void near.destroy()
    const far = connect(this.#target)
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
