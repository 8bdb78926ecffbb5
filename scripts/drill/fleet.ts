import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '#scripts/free-port.ts'
import { newSecrets } from '#server/platform/secrets.ts'
import { Haproxy } from './haproxy.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMES = ['a', 'b', 'c'] as const
const LOOK_MS = 100
const WHOLE_MS_MAX = 120_000
/** Three servers and the drill fit the 100 connections of a default PostgreSQL. */
const POOLS = { DATABASE_POOL_SIZE: '8', DATABASE_BACKGROUND_POOL_SIZE: '9' }

export interface FleetServer {
  readonly name: (typeof NAMES)[number]
  readonly port: number
  readonly origin: string
  readonly dataDir: string
}

/** Three production servers on one database, and HAProxy in front of them. */
export class Fleet {
  readonly servers: readonly FleetServer[]
  readonly balancer: Haproxy
  /** The environment shared by all servers, which an operator's command needs too. */
  readonly environment: Readonly<Record<string, string>>
  /** How often each job was completed. */
  readonly completions = new Map<string, number>()
  /** Warnings and errors that the servers logged, and how often. */
  readonly logged = new Map<string, number>()
  readonly #processes = new Map<FleetServer, ChildProcess>()

  private constructor(
    servers: readonly FleetServer[],
    balancer: Haproxy,
    environment: Readonly<Record<string, string>>,
  ) {
    this.servers = servers
    this.balancer = balancer
    this.environment = environment
  }

  static async open(haproxy: string, folder: string, databaseUrl: string): Promise<Fleet> {
    const shared = join(folder, 'shared')
    await mkdir(join(shared, 'erasures'), { recursive: true })
    const servers: FleetServer[] = []
    for (const name of NAMES) {
      const port = await freePort()
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      await symlink(join(shared, 'erasures'), join(dataDir, 'erasures'))
      servers.push({ name, port, origin: `http://127.0.0.1:${port}`, dataDir })
    }
    const port = await freePort()
    const ports = servers.map((server) => server.port)
    const balancer = await Haproxy.start(haproxy, { folder, port, servers: ports })
    const environment = {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
      PUBLIC_URL: balancer.origin,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: '5',
      DATABASE_URL: databaseUrl,
      UPLOADS_URL: pathToFileURL(join(shared, 'uploads')).href,
      PRICE_SOURCE: 'simulated',
      ALLOW_SIMULATED: '1',
      STAFF_SECOND_FACTOR: 'optional',
      SPOT_ORDERS_WAITING_MAXIMUM: '0',
      LOG_LEVEL: 'debug',
      VAPID_SUBJECT: 'mailto:push@exchange.example',
      ...POOLS,
      ...newSecrets(),
    }
    return new Fleet(servers, balancer, environment)
  }

  /** Starts a server and returns once it is listening. */
  async start(server: FleetServer): Promise<void> {
    const { port, dataDir } = server
    const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
      cwd: ROOT,
      env: { ...this.environment, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#processes.set(server, child)
    const open = Promise.withResolvers<void>()
    child.once('exit', (code) => open.reject(new Error(`server ${server.name} ended: ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Open ')) open.resolve()
      this.#note(line)
    })
    await open.promise
  }

  /** Kills a server, as in a power cut. */
  async kill(server: FleetServer): Promise<void> {
    await this.#end(server, 'SIGKILL')
  }

  /** Stops a server, as in a deployment. @throws unless it shuts down cleanly */
  async stop(server: FleetServer): Promise<void> {
    const code = await this.#end(server, 'SIGTERM')
    if (code !== 0) throw new Error(`server ${server.name} ended with ${code}`)
  }

  /** Waits until HAProxy routes requests to all servers. */
  async untilBalanced(): Promise<void> {
    const startedMs = performance.now()
    while ((await this.balancer.serversUp().catch(() => 0)) < NAMES.length) {
      if (performance.now() - startedMs > WHOLE_MS_MAX) throw new Error('a server does not come up')
      await sleep(LOOK_MS)
    }
  }

  async close(): Promise<void> {
    // A server that did not shut down cleanly has already failed the drill.
    await Promise.allSettled([...this.#processes.keys()].map((server) => this.stop(server)))
    this.balancer.end()
  }

  async #end(server: FleetServer, signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#processes.get(server)
    this.#processes.delete(server)
    if (!child || child.exitCode !== null) throw new Error(`server ${server.name} does not run`)
    const exit = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exit)[0]
  }

  #note(line: string): void {
    const { level, msg = '' } = messageOf(line)
    const [, job] = COMPLETED.exec(msg) ?? []
    if (job) this.completions.set(job, (this.completions.get(job) ?? 0) + 1)
    if (level !== undefined && level >= WARNING) {
      this.logged.set(msg, (this.logged.get(msg) ?? 0) + 1)
    }
  }
}

const WARNING = 40
/** The job queue's log message about a completed job, by job number. */
const COMPLETED = /^Completed task (\d+) /

function messageOf(line: string): { level?: number; msg?: string } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
