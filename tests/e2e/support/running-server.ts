import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import type { Database } from '#tests/support/postgres-url.ts'
import { Network } from './network.ts'
import { PushService } from './push-service.ts'
import type { ControlMessage, ControlResponse } from './server-control.ts'

const MAIN = join(import.meta.dirname, 'serve.ts')
const CANDLES = join(import.meta.dirname, '../../fixtures/btc-usdt-1m-2023-03-10.csv')
/** The compile cache, which shortens each server start by a fifth. */
const COMPILED = join(import.meta.dirname, '../../../.cache/compiled')
const START_MS_MAX = 120_000
const TRIES_MAX = 3

/** replay: a recorded day; standing: prices set by the journey. */
export type Market = 'replay' | 'standing'

/** The product's server in its own process, which a journey can stop, kill and restart. */
export class RunningServer {
  readonly admin = { email: 'admin@example.com', password: 'journey-admin-1234' }
  readonly network: Network
  readonly pushService: PushService
  readonly mailbox: Mailbox
  readonly #dataDir: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #dropDatabase: () => Promise<void>
  #process: ChildProcess | undefined
  #port = 0
  #aheadMs = 0

  private constructor(dataDir: string, world: World) {
    this.network = world.network
    this.pushService = world.pushService
    this.mailbox = new Mailbox(dataDir)
    this.#dataDir = dataDir
    this.#dropDatabase = world.database?.drop ?? (async () => {})
    this.#environment = {
      ...process.env,
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: COMPILED,
      PUBLIC_URL: this.url,
      DATA_DIR: dataDir,
      DATABASE_URL: world.database?.applicationUrl ?? '',
      DATABASE_OWNER_URL: world.database?.url ?? '',
      PRICE_SOURCE: 'replay',
      PRICE_REPLAY_FILE: process.env.PRICE_REPLAY_FILE ?? CANDLES,
      PUSH_SERVICE_PORT: String(this.pushService.port),
      MARKET: world.market,
      ADMIN_EMAIL: this.admin.email,
      ADMIN_PASSWORD: this.admin.password,
    }
  }

  /** @param database dropped at the end; without one the server runs its own PostgreSQL */
  static async create(database?: Database, market: Market = 'replay'): Promise<RunningServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'exchange-journey-'))
    const server = new RunningServer(dataDir, {
      network: await Network.open(),
      pushService: await PushService.open(),
      database,
      market,
    })
    await server.#open()
    return server
  }

  /** The URL for the browser, through the network. */
  get url(): string {
    return this.network.url
  }

  /** The server's own URL, for calls that bypass the network. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts or restarts the server with the same address and data. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...this.#environment,
        PORT: String(this.#port),
        CLOCK_AHEAD_MS: String(this.#aheadMs),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    await untilOpen(child)
  }

  /** Starts the server on a free port, or another one if a program takes it in the meantime. */
  async #open(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.#port = await freePort()
      this.network.pointTo(this.#port)
      try {
        await this.start()
        return
      } catch (error) {
        const isTaken = error instanceof Error && error.message.includes('is in use')
        if (!isTaken || tries === TRIES_MAX) throw error
      }
    }
  }

  /** The server's clock in epoch ms, which earlier journeys may have moved by days. */
  now(): number {
    return Date.now() + this.#aheadMs
  }

  /**
   * Moves the server's clock and the dates of its responses, and runs the jobs that became due.
   * Access tokens expire too, so an open screen renews its session after a refused request.
   */
  async letPass(ms: number): Promise<void> {
    this.#aheadMs += ms
    this.network.dateAheadMs = this.#aheadMs
    if (this.#process) await this.#control({ passMs: ms })
  }

  /** Sets the price of an asset; needs the standing market. */
  setPrice(symbol: string, price: string): Promise<void> {
    return this.#control({ symbol, price })
  }

  /** Stops the market's prices, so that they become stale; needs the standing market. */
  setMarket(market: 'silent' | 'speaking'): Promise<void> {
    return this.#control({ market })
  }

  /** Makes a user a member of staff. */
  makeStaff(staffId: string): Promise<void> {
    return this.#control({ staffId })
  }

  /** Signs the log, as the server does every minute. */
  signLog(): Promise<void> {
    return this.#control({ schedule: 'signed-log.sign' })
  }

  /** Offers users a deposit address, as if two members of staff had approved it. */
  offerAddress(offer: Extract<ControlMessage, { offer: object }>['offer']): Promise<void> {
    return this.#control({ offer })
  }

  async #control(message: ControlMessage): Promise<void> {
    const child = this.#process
    if (!child) throw new Error('The server is not running.')
    // Bounded like API calls: a journey that hangs cannot report what it waits for.
    const signal = AbortSignal.timeout(WAIT_MS_MAX)
    const answered = once(child, 'message', { signal }) as Promise<[ControlResponse]>
    child.send(message)
    const [response] = await answered.catch((error) => {
      throw new Error(`no response to ${JSON.stringify(message)}`, { cause: error })
    })
    if ('fault' in response) throw new Error(response.fault)
  }

  /** SIGTERM stops gracefully; SIGKILL simulates a power cut. */
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
    setTimeout(
      () => reject(new Error(`The server did not start in time:\n${said}`)),
      START_MS_MAX,
    ).unref()
  })
  await open
}
