import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A request as it came by: what a server would have been asked to do. */
export interface Passage {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
}

/**
 * refuse: 503, without asking the server. lose: the server gets it and acts, its answer never
 * arrives. drop: it does not even arrive. delay: the answer waits.
 */
type Fault = 'refuse' | 'lose' | 'drop' | 'delay'

interface PlannedFault {
  readonly matches: (passage: Passage) => boolean
  readonly fault: Fault
  /** Runs when the fault strikes; for `lose` and `delay`, between the commit and the answer. */
  readonly then: (() => Promise<void>) | undefined
}

/**
 * The way between the browser and the server, which a journey may cut, and on which it sees every
 * request. Unlike a browser's own offline mode it also breaks connections that are open.
 */
export class Network {
  readonly passages: Passage[] = []
  /** How far the Date of every answer is moved: Node stamps it by the machine's own clock. */
  dateAheadMs = 0
  readonly #sockets = new Set<Socket>()
  readonly #faults: PlannedFault[] = []
  readonly #appendices = new Map<string, string>()
  readonly #server = createServer((from, to) => void this.#pass(from, to))
  #port = 0
  #serverPort = 0

  /** @returns the address that the browser uses */
  static async open(): Promise<Network> {
    const network = new Network()
    network.#server.on('connection', (socket) => network.#hold(socket))
    network.#server.on('upgrade', (from, socket, head) => network.#tunnel(from, socket, head))
    await network.restore()
    return network
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  leadTo(serverPort: number): void {
    this.#serverPort = serverPort
  }

  /** From now on nobody gets through, and open connections end. */
  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async restore(): Promise<void> {
    if (this.#server.listening) return
    await new Promise<void>((listening) =>
      this.#server.listen(this.#port, '127.0.0.1', () => listening()),
    )
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Breaks the next request like this one, once. */
  plan(method: string, path: string, fault: Fault, then?: () => Promise<void>): void {
    const matches = (passage: Passage) => passage.method === method && passage.path === path
    this.#faults.push({ matches, fault, then })
  }

  /** From now on a file reads as in another version of the app. */
  append(path: string, text: string): void {
    this.#appendices.set(path, text)
  }

  /** How often something was asked for since the beginning. */
  count(method: string, path: string): number {
    return this.passages.filter((passage) => passage.method === method && passage.path === path)
      .length
  }

  #hold(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  async #pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const passage = passageOf(from)
    this.passages.push(passage)
    const index = this.#faults.findIndex(({ matches }) => matches(passage))
    const [planned] = index < 0 ? [] : this.#faults.splice(index, 1)
    if (planned?.fault === 'refuse' || planned?.fault === 'drop') {
      await planned.then?.()
      if (planned.fault === 'drop') return void from.socket.destroy()
      from.resume()
      to.writeHead(503, { 'content-type': 'application/json' })
      return void to.end(UNAVAILABLE)
    }
    this.#forward(from, to, planned)
  }

  #forward(from: IncomingMessage, to: ServerResponse, planned: PlannedFault | undefined): void {
    const { method, url = '' } = from
    const appendix = this.#appendices.get(url)
    // What is added to must come unpacked.
    const headers = { ...from.headers, ...(appendix ? { 'accept-encoding': 'identity' } : {}) }
    const onward = request(
      { host: '127.0.0.1', port: this.#serverPort, method, path: url, headers, agent: false },
      async (answer) => {
        await planned?.then?.()
        if (planned?.fault === 'lose') return void from.socket.destroy()
        if (appendix) return answerWith(to, answer, appendix)
        to.writeHead(answer.statusCode ?? 502, datedOn(answer.rawHeaders, this.dateAheadMs))
        answer.pipe(to)
        answer.on('error', () => to.destroy())
      },
    )
    onward.on('error', () => from.socket.destroy())
    from.pipe(onward)
  }

  /** A WebSocket: bytes in both directions. */
  #tunnel(from: IncomingMessage, socket: unknown, head: Buffer): void {
    const near = socket as Socket
    const far = connect(this.#serverPort, '127.0.0.1')
    this.#hold(far)
    const lines = [`${from.method} ${from.url} HTTP/1.1`]
    for (let index = 0; index < from.rawHeaders.length; index += 2) {
      lines.push(`${from.rawHeaders[index]}: ${from.rawHeaders[index + 1]}`)
    }
    far.write(`${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    far.pipe(near).pipe(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }
}

/** Names and values stand side by side. */
function datedOn(headers: readonly string[], aheadMs: number): string[] {
  return headers.map((text, index) =>
    aheadMs > 0 && index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'date'
      ? new Date(Date.parse(text) + aheadMs).toUTCString()
      : text,
  )
}

function answerWith(to: ServerResponse, answer: IncomingMessage, appendix: string): void {
  const unlike = ['content-length', 'etag', 'last-modified']
  const headers = Object.entries(answer.headers).filter(([name]) => !unlike.includes(name))
  to.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
  answer.pipe(to, { end: false })
  answer.on('end', () => to.end(appendix))
}

const UNAVAILABLE = JSON.stringify({
  code: 'fault',
  error: 'Service unavailable',
  message: 'Please try again.',
})

function passageOf({ method = '', url = '', headers }: IncomingMessage): Passage {
  const key = headers['idempotency-key']
  return {
    method,
    path: url.replace(/\?.*$/, ''),
    key: typeof key === 'string' ? key : undefined,
  }
}
