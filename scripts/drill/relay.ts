import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { hostOf } from '#scripts/postgres/connection.ts'

type Wire = readonly [from: Socket, to: Socket]

/** A fixed address for a PostgreSQL whose address changes, over a network that can be cut. */
export class Relay {
  readonly #server = createServer((near) => this.#join(near))
  readonly #sockets = new Set<Socket>()
  readonly #wires = new Set<Wire>()
  #target: NetConnectOpts | undefined
  /** Sockets whose other side ended while the network was cut. */
  readonly #bereft = new Set<Socket>()
  #isSilent = false

  static async open(): Promise<Relay> {
    const relay = new Relay()
    await new Promise<void>((listening) => relay.#server.listen(0, '127.0.0.1', listening))
    return relay
  }

  /** Points the relay at a database. @returns the database's URL through the relay */
  leadTo(url: string): string {
    this.#target = hostOf(url)
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    address.port = String((this.#server.address() as AddressInfo).port)
    return address.href
  }

  /** Drops what is sent, like a cut network: nothing arrives, and no connection is closed. */
  silence(): void {
    this.#isSilent = true
    for (const [from, to] of this.#wires) from.unpipe(to)
  }

  /** What was sent in the meantime arrives, because TCP retransmits it. */
  speak(): void {
    this.#isSilent = false
    for (const [from, to] of this.#wires) from.pipe(to)
    // A real host would notice by probing; here, the session and its locks would stay forever.
    for (const socket of this.#bereft) socket.destroySoon()
    this.#bereft.clear()
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
    for (const wire of [[near, far] as const, [far, near] as const]) {
      const [socket, other] = wire
      this.#sockets.add(socket)
      this.#wires.add(wire)
      if (!this.#isSilent) socket.pipe(other)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#wires.delete(wire)
        // If the network is cut, the other side does not notice that this one has ended.
        if (this.#isSilent) this.#bereft.add(other)
        else other.destroy()
      })
    }
  }
}
