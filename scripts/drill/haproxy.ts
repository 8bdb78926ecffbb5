import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const CONFIGURATION = join(ROOT, 'docs/haproxy.cfg')
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  join(ROOT, '.cache/haproxy/usr/bin'),
]

/** HAProxy of this machine, or from Debian's package, which is downloaded if missing. */
export function haproxyPath(): string | undefined {
  const found = installedHaproxy()
  if (found) return found
  const fetching = [join(ROOT, 'scripts/ensure.mjs'), '--haproxy']
  spawnSync(process.execPath, fetching, { stdio: 'inherit' })
  return installedHaproxy()
}

export function installedHaproxy(): string | undefined {
  return FOLDERS.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path))
}

/** A load balancer with the configuration of docs/haproxy.cfg. */
export class Haproxy {
  readonly origin: string
  readonly #socket: string
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, { port, socket }: { port: number; socket: string }) {
    this.#process = child
    this.#socket = socket
    this.origin = `http://127.0.0.1:${port}`
  }

  /** @param servers the ports of the servers a, b and c */
  static async start(
    program: string,
    { folder, port, servers }: { folder: string; port: number; servers: readonly number[] },
  ): Promise<Haproxy> {
    const socket = join(folder, 'haproxy.sock')
    const more = join(folder, 'haproxy.cfg')
    await writeFile(more, `global\n    stats socket ${socket} level user\n`)
    const [a, b, c] = servers.map((server) => `127.0.0.1:${server}`)
    const addresses = { LISTEN: `127.0.0.1:${port}`, SERVER_A: a, SERVER_B: b, SERVER_C: c }
    const child = spawn(program, ['-db', '-f', CONFIGURATION, '-f', more], {
      env: { ...process.env, ...addresses },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`HAProxy has ended: ${said}`)
    })
    await Promise.race([ended, untilThere(socket)])
    // From here on, a failed request shows that HAProxy has ended.
    ended.catch(() => {})
    return new Haproxy(child, { port, socket })
  }

  /** The number of servers to which it routes requests. */
  async serversUp(): Promise<number> {
    const [header = '', ...lines] = (await this.#ask('show stat')).trim().split('\n')
    const columns = header.replace('# ', '').split(',')
    const cellsOf = (line: string) => {
      const cells = line.split(',')
      return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
    }
    return lines
      .map(cellsOf)
      .filter(({ pxname, svname = '' }) => pxname === 'servers' && /^[abc]$/.test(svname))
      .filter(({ status }) => status === 'UP').length
  }

  end(): void {
    this.#process.kill()
  }

  async #ask(command: string): Promise<string> {
    const connection = connect(this.#socket)
    connection.end(`${command}\n`)
    return text(connection)
  }
}

const LOOK_MS = 20

async function untilThere(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(LOOK_MS)
}
