import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { freePort } from '#scripts/free-port.ts'

/** A request seen by the network. */
export interface Passage {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
}

/**
 * refuse: responds with 503 without the server. lose: the server acts, but its response never
 * arrives. drop: the request never arrives. delay: the response waits.
 */
type Fault = 'refuse' | 'lose' | 'drop' | 'delay'

interface PlannedFault {
  readonly matches: (passage: Passage) => boolean
  readonly fault: Fault
  /** Runs when the fault occurs; for `lose` and `delay`, between the commit and the response. */
  readonly then: (() => Promise<void>) | undefined
}

/**
 * A proxy between browser and server that a journey can cut, and that records every request.
 * Unlike a browser's offline mode, it also breaks open connections.
 */
export class Network {
  readonly passages: Passage[] = []
  /** Offset of the Date header, which Node sets by the machine's clock. */
  dateAheadMs = 0
  readonly #sockets = new Set<Socket>()
  readonly #faults: PlannedFault[] = []
  readonly #tooLarge: ((passage: Passage) => boolean)[] = []
  readonly #appendices = new Map<string, string>()
  #underway = 0
  readonly #server = createServer((from, to) => void this.#pass(from, to))
  readonly #agent = new Agent({ keepAlive: true })
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
    // A host name, because browsers do not use passkeys on an IP address.
    return `http://localhost:${this.#port}`
  }

  pointTo(serverPort: number): void {
    this.#serverPort = serverPort
  }

  /** Refuses new connections and ends open ones. */
  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async restore(): Promise<void> {
    if (this.#server.listening) return
    // A port that no other program gets while the network is cut.
    this.#port ||= await freePort()
    await new Promise<void>((listening) =>
      this.#server.listen(this.#port, '127.0.0.1', () => listening()),
    )
  }

  /** Number of requests whose responses have not been delivered in full. */
  get underway(): number {
    return this.#underway
  }

  /** Breaks the next matching request, once. */
  plan(method: string, path: string, fault: Fault, then?: () => Promise<void>): void {
    const matches = (passage: Passage) => passage.method === method && passage.path === path
    this.#faults.push({ matches, fault, then })
  }

  /**
   * Responds to all requests with this method and this part of the path with a foreign error page,
   * like a proxy, until `accept`. Unlike routes of a page, it leaves the browser's cache on.
   */
  reject(method: string, part: string): void {
    this.#tooLarge.push((passage) => passage.method === method && passage.path.includes(part))
  }

  /** Ends every `reject`. */
  accept(): void {
    this.#tooLarge.length = 0
  }

  /** Appends text to a file, as in a new version of the app. */
  append(path: string, text: string): void {
    this.#appendices.set(path, text)
  }

  /** Ends every `append`. */
  appendNothing(): void {
    this.#appendices.clear()
  }

  /** Number of matching requests so far. */
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
    this.#underway += 1
    to.once('close', () => {
      this.#underway -= 1
    })
    if (this.#tooLarge.some((matches) => matches(passage))) {
      from.resume()
      to.writeHead(413, { 'content-type': 'text/html' })
      return void to.end('<h1>Too large</h1>')
    }
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
    const appendix = this.#appendices.get(passageOf(from).path)
    // Text can only be appended to an uncompressed response.
    const headers = { ...from.headers, ...(appendix ? { 'accept-encoding': 'identity' } : {}) }
    const onward = request(
      { host: '127.0.0.1', port: this.#serverPort, method, path: url, headers, agent: this.#agent },
      async (response) => {
        await planned?.then?.()
        if (planned?.fault === 'lose') return void from.socket.destroy()
        if (appendix) return respondWith(to, response, appendix)
        to.writeHead(response.statusCode ?? 502, datedOn(response.rawHeaders, this.dateAheadMs))
        response.pipe(to)
        response.on('error', () => to.destroy())
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

/** Raw headers alternate names and values. */
function datedOn(headers: readonly string[], aheadMs: number): string[] {
  return headers.map((text, index) =>
    aheadMs > 0 && index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'date'
      ? new Date(Date.parse(text) + aheadMs).toUTCString()
      : text,
  )
}

function respondWith(to: ServerResponse, response: IncomingMessage, appendix: string): void {
  const unlike = ['content-length', 'etag', 'last-modified']
  const headers = Object.entries(response.headers).filter(([name]) => !unlike.includes(name))
  to.writeHead(response.statusCode ?? 502, Object.fromEntries(headers))
  response.pipe(to, { end: false })
  response.on('end', () => to.end(appendix))
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
