import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/wait.ts'
import { openTestServer, type TestApp, type TestServer } from './app.ts'
import { MovableClock } from './clock.ts'
import { SpokenPrices } from './spoken-prices.ts'

type Running = Pick<TestServer, 'services'>

/** A database for server processes that stop and start again, and the market that they read. */
export async function openSpokenServers(config: Partial<Config> = {}) {
  const database = await openTestDatabase()
  const clock = new MovableClock()
  const market = new SpokenPrices(clock, database.pool, 'market')
  const running: TestServer[] = []

  /** Starts a process; the first one records the prices. */
  async function start(own: { clock?: Clock; market?: SpokenPrices } = {}): Promise<TestApp> {
    const parts = { clock: own.clock ?? clock, priceSource: own.market ?? market, config }
    const server = await openTestServer(database, parts)
    running.push(server)
    return { ...server, database } as unknown as TestApp
  }

  /** Starts the process that records the prices. */
  async function startAt(price: string): Promise<TestApp> {
    const starting = start()
    await until(() => market.isHeard)
    market.say(price)
    const server = await starting
    await untilCurrent(server, price)
    return server
  }

  async function stop({ services }: Running): Promise<void> {
    const index = running.findIndex((server) => server.services === services)
    await running.splice(index, 1)[0]?.stop()
  }

  async function stopAll(): Promise<void> {
    for (const server of running.splice(0)) await server.stop()
  }

  /** Sets the market price and waits until the server has recorded it. */
  async function priceIs(server: Running, price: string): Promise<void> {
    await until(() => market.isHeard)
    // Each reading of a real market has a different time.
    await sleep(2)
    market.say(price)
    await untilCurrent(server, price)
  }

  afterAll(stopAll)
  return { database, clock, market, start, startAt, stop, stopAll, priceIs }
}

async function untilCurrent({ services }: Running, price: string): Promise<void> {
  await until(() => services.prices.current('BTC')?.price === price)
}
