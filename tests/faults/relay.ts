import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address for a PostgreSQL that comes back on another port after its end. */
export class Relay {
  readonly #server = createServer((near) => this.#join(near))
  readonly #sockets = new Set<Socket>()
  #port = 0

  static async open(): Promise<Relay> {
    const relay = new Relay()
    await new Promise<void>((listening) => relay.#server.listen(0, '127.0.0.1', listening))
    return relay
  }

  /** The relay's address for a database that lies at this one. */
  leadTo(url: string): string {
    const address = new URL(url)
    this.#port = Number(address.port)
    address.port = String((this.#server.address() as AddressInfo).port)
    return address.href
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((closed) => this.#server.close(closed))
  }

  #join(near: Socket): void {
    const far = connect(this.#port, '127.0.0.1')
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
