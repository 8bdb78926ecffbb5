import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillOptions } from '#scripts/drill/drill-options.ts'
import { Fleet, type FleetServer } from '#scripts/drill/fleet.ts'
import { hearEachOther, readEachOthersFiles } from '#scripts/drill/fleet-exchange.ts'
import { liveThrough } from '#scripts/drill/fleet-flow.ts'
import { makeCustomer, makeReviewer, tokenOf } from '#scripts/drill/fleet-people.ts'
import { raceServers } from '#scripts/drill/fleet-races.ts'
import { FleetWatch } from '#scripts/drill/fleet-watch.ts'
import { haproxyPath } from '#scripts/drill/haproxy.ts'
import { judgeLog } from '#scripts/drill/judge-log.ts'
import { must } from '#scripts/drill/must.ts'
import { OrderLoad } from '#scripts/drill/order-load.ts'
import { startTemporaryPostgres } from '#scripts/postgres/temporary-postgres.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { Services } from '#server/services.ts'

const CUSTOMERS = 24
const QUIET_MS = 10_000
const LOAD_MS_MIN = 300
const LOAD_MS_MAX = 1_000
/** Access tokens last 15 minutes. */
const RENEW_EVERY = 40

/**
 * Three production servers on one database behind HAProxy: shared state, a deployment under load,
 * and servers that are killed under load.
 */
export async function drillFleet({ times }: Pick<DrillOptions, 'times'>): Promise<boolean> {
  const haproxy = haproxyPath()
  if (!haproxy) {
    console.log("There is no HAProxy, and Debian's is not available here: the drill is skipped.")
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'drill-fleet-'))
  const postgres = await startTemporaryPostgres('fleet')
  try {
    await migrate(postgres.ownerUrl, postgres.url)
    const fleet = await Fleet.open(haproxy, folder, postgres.url)
    const environment = { ...fleet.environment, DATA_DIR: join(folder, 'drill') }
    const services = await openServices(loadConfig(environment), postgres.ownerUrl)
    const watch = await FleetWatch.begin(postgres.ownerUrl, services)
    try {
      await Promise.all(fleet.servers.map((server) => fleet.start(server)))
      await fleet.untilBalanced()
      console.log('\nThree servers behind HAProxy')
      const reviewers = [await makeReviewer(services), await makeReviewer(services)]
      const orders = await liveOnce(fleet, services, reviewers)
      orders.push(...(await checkSharing(fleet, services, reviewers)))
      const load = await runLoad(fleet, services, times)
      orders.push(...(await checkSharing(fleet, services, reviewers)))
      for (const id of orders) load.acknowledged.set(id, id)
      await watch.judge(fleet)
      for (const [text, count] of fleet.logged) console.log(`  logged ${count} ×: ${text}`)
      return await judgeLog(postgres.ownerUrl, load)
    } finally {
      await watch.end()
      await services.close()
      await fleet.close()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the orders that were placed */
async function liveOnce(
  fleet: Fleet,
  services: Services,
  reviewers: readonly string[],
): Promise<string[]> {
  const staff = await Promise.all(reviewers.map((id) => tokenOf(services, id)))
  const startedMs = performance.now()
  const { token, orders } = await liveThrough(fleet, staff)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  console.log(`  a customer from sign-up to support, over all servers: ${seconds} s`)
  const files = await readEachOthersFiles(fleet, token)
  console.log(`  ${files} uploads were read at every server`)
  return [...orders]
}

/** @returns the orders that were placed */
async function checkSharing(
  fleet: Fleet,
  services: Services,
  reviewers: readonly string[],
): Promise<string[]> {
  const staff = await Promise.all(reviewers.map((id) => tokenOf(services, id)))
  const buyer = await tokenOf(services, await makeCustomer(services, '1000'))
  const raced = await raceServers(fleet, { buyer, staff })
  console.log('  requests that exclude each other had one winner')
  const { orders, slowestMs } = await hearEachOther(fleet, buyer)
  console.log(`  live messages reached every server within ${slowestMs.toFixed(0)} ms`)
  return [...raced, ...orders]
}

async function runLoad(fleet: Fleet, services: Services, kills: number): Promise<OrderLoad> {
  const customers: string[] = []
  for (let count = 0; count < CUSTOMERS; count += 1) {
    customers.push(await makeCustomer(services, '1000000'))
  }
  const sessions = () => Promise.all(customers.map((id) => tokenOf(services, id)))
  // Each customer has a separate address, because rate limits are on.
  const load = new OrderLoad(fleet.balancer.origin, await sessions(), (n) => `127.0.1.${n + 1}`)
  try {
    const before = load.acknowledged.size
    await sleep(QUIET_MS)
    const rate = ((load.acknowledged.size - before) * 1_000) / QUIET_MS
    console.log(`  ${CUSTOMERS} customers: ${rate.toFixed(0)} orders a second`)
    await replaceAll(fleet, load)
    await killOften(fleet, { load, kills, renew: async () => load.renew(await sessions()) })
  } finally {
    await load.end()
  }
  return load
}

/** A deployment: each server in turn shuts down, and another process takes its place. */
async function replaceAll(fleet: Fleet, load: OrderLoad): Promise<void> {
  const [failedBefore, before] = [failuresOf(load), load.acknowledged.size]
  for (const server of fleet.servers) {
    await fleet.stop(server)
    await fleet.start(server)
    await fleet.untilBalanced()
  }
  const failed = failuresOf(load) - failedBefore
  const orders = load.acknowledged.size - before
  console.log(`  each server replaced under load: ${orders} orders, ${failed} failed tries`)
  must(failed === 0, `no write fails during a deployment: ${responsesOf(load)}`)
}

interface Killing {
  readonly load: OrderLoad
  readonly kills: number
  readonly renew: () => Promise<void>
}

async function killOften(fleet: Fleet, { load, kills, renew }: Killing): Promise<void> {
  const cutBefore = cutsOf(load)
  let most = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(LOAD_MS_MIN + Math.random() * (LOAD_MS_MAX - LOAD_MS_MIN))
    const cutNow = cutsOf(load)
    const server = fleet.servers[kill % fleet.servers.length] as FleetServer
    await fleet.kill(server)
    await fleet.start(server)
    await fleet.untilBalanced()
    most = Math.max(most, cutsOf(load) - cutNow)
    if (kill % RENEW_EVERY === 0) await renew()
  }
  const cuts = cutsOf(load) - cutBefore
  console.log(`  ${kills} kills: ${cuts} attempts got no response, at most ${most} for one kill`)
  must(most <= CUSTOMERS, `a kill cuts off what is in flight alone: ${responsesOf(load)}`)
}

/** How many attempts were not acknowledged; each is retried under its key. */
function failuresOf({ responses }: OrderLoad): number {
  return [...responses].reduce(
    (sum, [response, count]) => sum + (response === '200' ? 0 : count),
    0,
  )
}

/**
 * How many attempts a server did not live to respond to: HAProxy closes the connection or sends 502.
 */
function cutsOf({ responses }: OrderLoad): number {
  const cuts = [...responses].filter(([response]) =>
    /^(no response: ECONNRESET|502)/.test(response),
  )
  return cuts.reduce((sum, [, count]) => sum + count, 0)
}

function responsesOf({ responses }: OrderLoad): string {
  return [...responses].map(([response, count]) => `${count} × ${response}`).join(', ')
}
