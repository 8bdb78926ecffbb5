import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withOrderServer } from '#scripts/bench/bench-server.ts'
import { makeTraders } from '#scripts/bench/users.ts'
import type { DrillOptions } from '#scripts/drill/drill-options.ts'
import { fundSoundly } from '#scripts/drill/funding.ts'
import { judgeFailovers } from '#scripts/drill/judge-failovers.ts'
import { OutboxCustomer } from '#scripts/drill/outbox-customer.ts'
import { PostgresPair } from '#scripts/drill/postgres-pair.ts'
import { Relay } from '#scripts/drill/relay.ts'
import { freePort } from '#scripts/free-port.ts'
import { loadPrograms } from '#scripts/postgres/embedded-postgres.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPool } from '#server/platform/pool.ts'

const CUSTOMERS = 16
const LOAD_MS = 1_500
/** How long the standby receives nothing before it is promoted. */
const BEHIND_MS = 400
const WHOLE_MS_MAX = 60_000
const LOOK_MS = 50

/**
 * Promotes standbys under load, alternating between one that lacks the last commits and one that
 * commits have waited for. Checks that every acknowledged order is in the log once, after the
 * customers have resent the orders that they kept, and that the live channel has announced each.
 *
 * `-- failover --times 20 --postgres /usr/lib/postgresql/15/bin` runs fewer promotions, with the
 * PostgreSQL in that folder.
 */
export async function drillFailover({ times, postgres }: DrillOptions): Promise<boolean> {
  const pair = await PostgresPair.open(postgres ? programsIn(postgres) : await loadPrograms())
  const relay = await Relay.open()
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  try {
    const port = await freePort()
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DURABILITY: 'standby',
      DATABASE_URL: relay.leadTo(pair.url),
      DATA_DIR: folder,
      PORT: String(port),
    }
    const traders = await prepare(pair, env)
    const customers: OutboxCustomer[] = []
    await withOrderServer(env, async () => {
      customers.push(...traders.map(({ accessToken }) => new OutboxCustomer(port, accessToken)))
      console.log(`\n${times} promotions of a standby under load, from ${CUSTOMERS} customers`)
      for (let promotion = 1; promotion <= times; promotion += 1) {
        await promoteUnderLoad({ pair, relay, customers, promotion })
      }
      for (const customer of customers) customer.pause()
      await pair.addStandby()
      // A last check: everything that was kept is durable now.
      await until(() => customers.every(({ kept, isSettled }) => isSettled && kept === 0))
      await Promise.all(customers.map((customer) => customer.end()))
    })
    return await judgeFailovers(pair.url, customers)
  } finally {
    await relay.close()
    await pair.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function programsIn(folder: string) {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

async function prepare(pair: PostgresPair, env: Readonly<Record<string, string>>) {
  await migrate(pair.url)
  const services = await openServices(loadConfig({ ...env, DURABILITY: 'local' }), pair.url)
  const traders = await makeTraders(services, CUSTOMERS, fundSoundly).finally(() =>
    services.close(),
  )
  // The drill lasts longer than a session without a refresh.
  const pool = openPool(pair.url, 1, OPERATOR_BOUNDS)
  for (const table of ['access_token', 'session']) {
    await pool.query(`update ${table} set expires_at = now() + interval '1 day'`)
  }
  await pool.end()
  return traders
}

interface Round {
  readonly pair: PostgresPair
  readonly relay: Relay
  readonly customers: readonly OutboxCustomer[]
  readonly promotion: number
}

async function promoteUnderLoad({ pair, relay, customers, promotion }: Round): Promise<void> {
  const isSynchronous = promotion % 2 === 0
  await pair.addStandby()
  if (isSynchronous) await pair.makeSynchronous()
  await sleep(LOAD_MS)
  pair.leaveStandbyBehind()
  await sleep(BEHIND_MS)
  const before = customers.reduce((sum, { sentAgain }) => sum + sentAgain, 0)
  const sinceMs = performance.now()
  relay.cut()
  await pair.failOver()
  relay.leadTo(pair.url)
  const promotedMs = performance.now()
  await until(() => customers.every(({ lastAcknowledgedMs }) => lastAcknowledgedMs > promotedMs))
  const wholeMs = performance.now()
  await until(() => customers.every(({ isSettled }) => isSettled))
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const again = customers.reduce((sum, { sentAgain }) => sum + sentAgain, 0) - before
  console.log(
    `  ${String(promotion).padStart(3)}  ${isSynchronous ? 'synchronous ' : 'asynchronous'}  ` +
      `promoted after ${seconds(promotedMs - sinceMs)} s, orders of all customers ` +
      `${seconds(wholeMs - promotedMs)} s later, ${again} sent again`,
  )
}

async function until(isReached: () => boolean): Promise<void> {
  const startedMs = performance.now()
  while (!isReached()) {
    if (performance.now() - startedMs > WHOLE_MS_MAX) throw new Error('the service is not whole')
    await sleep(LOOK_MS)
  }
}
