import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { openServices } from '#server/open-services.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/mount.ts'
import { type EndpointPolicy, publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import type { ServiceOverrides, Services } from '#server/services.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { lightPasswords } from '#tests/support/light-passwords.ts'
import { Client } from './client.ts'
import { MovableClock } from './clock.ts'
import { StandingPrices } from './standing-prices.ts'

export interface TestApp {
  readonly app: App
  readonly services: Services
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly market: StandingPrices
  /** A client without a session. */
  readonly visitor: Client
}

const MASTER_KEY = Buffer.alloc(32, 'master').toString('base64')
const LOG_KEY = Buffer.alloc(32, 'log').toString('base64')

/** Checks endpoints like the real policy, but blocks all connections. */
const unreachableEndpoints: EndpointPolicy = {
  refuses: publicEndpoints().refuses,
  agent: new Agent({
    lookup: (hostname, _, done) => done(new Error(`tests do not call ${hostname}`), '', 0),
  }),
}

type Parts = ServiceOverrides & { readonly config?: Partial<Config> }

/**
 * The whole server on its own database, for one test file. It replaces only the clock, which tests
 * move, the prices, which tests set, and the rate limits, which are off by default.
 */
export async function openTestApp(parts: Parts = {}): Promise<TestApp> {
  const database = await openTestDatabase()
  const clock = new MovableClock()
  const market = new StandingPrices(clock)
  const server = await openTestServer(database, { clock, priceSource: market, ...parts })
  afterAll(server.stop)
  const { app, services } = server
  return { app, services, database, clock, market, visitor: new Client(app) }
}

export interface TestServer {
  readonly app: App
  readonly services: Services
  stop(): Promise<void>
}

/** One server process on a database that others may share; the caller stops it. */
export async function openTestServer(
  database: TestDatabase,
  parts: Parts & Required<Pick<ServiceOverrides, 'clock' | 'priceSource'>>,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'exchange-test-data-'))
  const config = {
    ...loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: database.applicationUrl,
      DATA_DIR: dataDir,
      // Servers on one database seal and sign with the same keys.
      MASTER_KEY,
      LOG_KEY,
      LOG_LEVEL: 'error',
    }),
    // Enough for requests to run concurrently; each connection that a test server opens costs time.
    databasePoolSize: 6,
    backgroundPoolSize: 9,
    ...parts.config,
  }
  const services = await openServices(config, database.applicationUrl, {
    rateLimits: noLimits,
    pushEndpoints: unreachableEndpoints,
    passwords: lightPasswords(),
    tickPauseMs: 5,
    ...parts,
  })
  const app = await buildApp(services)
  const background = await startBackground(services)
  return {
    app,
    services,
    async stop() {
      await app.close()
      await background.stop()
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
