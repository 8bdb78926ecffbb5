import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import type { Database } from '#tests/support/postgres-url.ts'
import { Network } from './network.ts'
import { PushService } from './push-service.ts'
import type { StageAnswer, StageDirection } from './stage-hand.ts'

const MAIN = join(import.meta.dirname, 'serve.ts')
const CANDLES = join(import.meta.dirname, '../../fixtures/btc-usdt-1m-2023-03-10.csv')
/** Of the modules that every server reads at its start: a fifth of it. */
const COMPILED = join(import.meta.dirname, '../../../.cache/compiled')
const START_MS_MAX = 45_000

/** replay: a recorded day; standing: the prices that the journey sets. */
export type Market = 'replay' | 'standing'

/** The product's server as a process of its own, which a journey may stop, kill and start again. */
export class RunningServer {
  readonly admin = { email: 'admin@example.com', password: 'journey-admin-1234' }
  readonly network: Network
  readonly pushService: PushService
  readonly mailbox: Mailbox
  /** Its own address, for calls beside the browser. */
  readonly origin: string
  readonly #dataDir: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #dropDatabase: () => Promise<void>
  #process: ChildProcess | undefined
  #aheadMs = 0

  private constructor(port: number, dataDir: string, world: World) {
    this.network = world.network
    this.pushService = world.pushService
    this.mailbox = new Mailbox(dataDir)
    this.#dataDir = dataDir
    this.#dropDatabase = world.database?.drop ?? (async () => {})
    this.origin = `http://127.0.0.1:${port}`
    this.network.leadTo(port)
    this.#environment = {
      ...process.env,
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(port),
      PUBLIC_URL: this.url,
      DATA_DIR: dataDir,
      DATABASE_URL: world.database?.url ?? '',
      PRICE_SOURCE: 'replay',
      PRICE_REPLAY_FILE: process.env.PRICE_REPLAY_FILE ?? CANDLES,
      PUSH_SERVICE_PORT: String(this.pushService.port),
      MARKET: world.market,
      ADMIN_EMAIL: this.admin.email,
      ADMIN_PASSWORD: this.admin.password,
    }
  }

  /** @param database dropped in the end; without one it keeps a PostgreSQL in its data folder */
  static async create(database?: Database, market: Market = 'replay'): Promise<RunningServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'exchange-journey-'))
    const server = new RunningServer(await freePort(), dataDir, {
      network: await Network.open(),
      pushService: await PushService.open(),
      database,
      market,
    })
    await server.start()
    return server
  }

  /** Where the browser finds it: at the other end of the network. */
  get url(): string {
    return this.network.url
  }

  /** Starts it again where it was stopped: same address, same data. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...this.#environment, CLOCK_AHEAD_MS: String(this.#aheadMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    await untilOpen(child)
  }

  /** Its clock, in milliseconds since 1970: days may have passed in journeys before this one. */
  now(): number {
    return Date.now() + this.#aheadMs
  }

  /**
   * Lets time pass at once: the server's clock moves on, and with it what its answers tell the
   * browser of the time; what would have started by itself meanwhile has been done. An access token
   * ends as it would have, so an open screen renews its session after a refused request.
   */
  async letPass(ms: number): Promise<void> {
    this.#aheadMs += ms
    this.network.dateAheadMs = this.#aheadMs
    if (this.#process) await this.#direct({ passMs: ms })
  }

  /** From now on an asset costs this much; the market must be the journey's own. */
  setPrice(symbol: string, price: string): Promise<void> {
    return this.#direct({ symbol, price })
  }

  /** Silent, its prices grow old; the market must be the journey's own. */
  setMarket(market: 'silent' | 'speaking'): Promise<void> {
    return this.#direct({ market })
  }

  /** Somebody is a member of staff from now on. */
  makeStaff(staffId: string): Promise<void> {
    return this.#direct({ staffId })
  }

  async #direct(direction: StageDirection): Promise<void> {
    const child = this.#process
    if (!child) throw new Error('The server does not run.')
    const answered = once(child, 'message') as Promise<[StageAnswer]>
    child.send(direction)
    const [answer] = await answered
    if ('fault' in answer) throw new Error(answer.fault)
  }

  /** SIGTERM lets it finish; SIGKILL is a power cut. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async remove(): Promise<void> {
    await this.network.cut()
    await this.stop()
    await this.pushService.close()
    await this.#dropDatabase()
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}

interface World {
  readonly network: Network
  readonly pushService: PushService
  readonly database: Database | undefined
  readonly market: Market
}

async function untilOpen(child: ChildProcess): Promise<void> {
  let said = ''
  const open = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Open http')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
    setTimeout(() => reject(new Error(`The server is late:\n${said}`)), START_MS_MAX).unref()
  })
  await open
}
