import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { Relay } from '#scripts/drill/relay.ts'
import { applicationUrlOf } from '#scripts/postgres/connection.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#scripts/postgres/embedded-postgres.ts'
import { runningPostmaster } from '#scripts/postgres/postmaster.ts'
import { idempotencyKey } from '#server/events/idempotency.ts'
import { FEATURES } from '#server/features/index.ts'
import { seededRandom } from '#shared/seeded-random.ts'
import { DAY_MS, epochMsOf, SECOND_MS } from '#shared/time.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { stablePartOf } from '#tests/api/support/stable-part.ts'
import { People, type Person } from '#tests/e2e/support/people.ts'
import { RunningServer } from '#tests/e2e/support/running-server.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'
import { type Answered, Client } from './load.ts'
import { actsOfCustomer, actsOfStaff, MIXED_TYPES } from './mixed-load.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20_230_310)
const KILLS = 20
const CUSTOMERS = 6
const LOAD_MS_MIN = 200
const LOAD_MS_MAX = 700
/** A passing run needs a fraction of these limits, on any machine. */
const WAIT_MS_MAX = 180_000
const TEST_MS_MAX = 900_000
/** How far the clock moves while the server is down: futures end, tokens stay valid. */
const DOWN_MS = 20 * SECOND_MS

test(`no acknowledged command is lost or repeated when the server is killed ${KILLS} times, and PostgreSQL once, under mixed load (seed ${SEED})`, {
  timeout: TEST_MS_MAX,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-faults-'))
  const relay = await Relay.open()
  let postgres = await startEmbeddedPostgres(folder)
  // Send two ticks a second, so that futures are entered between two kills.
  vi.stubEnv('PRICE_REPLAY_SPEED', '30')
  const url = relay.leadTo(postgres.ownerUrl)
  const server = await RunningServer.create({
    url,
    applicationUrl: applicationUrlOf(url),
    drop: async () => {},
  })
  const random = seededRandom(SEED)
  let isOver = false
  try {
    const { customers, desk } = await openClients(server)
    const clients = [...customers, desk]
    const before = await headOf(postgres.ownerUrl)
    const screenshot = await photo(16, 16)
    const load = Promise.all([
      ...customers.map((each) => each.act(actsOfCustomer(each, screenshot), () => isOver)),
      desk.act(actsOfStaff(desk), () => isOver),
    ])
    // The last kill happens while a day's stakes are paid.
    for (let kill = 1; kill < KILLS; kill += 1) {
      await sleep(LOAD_MS_MIN + random() * (LOAD_MS_MAX - LOAD_MS_MIN))
      await server.stop('SIGKILL')
      await server.letPass(DOWN_MS)
      await server.start()
    }
    await expectSoundLedger(postgres.ownerUrl)
    await sleep(LOAD_MS_MAX)
    postgres = await killAndRestart(folder)
    relay.leadTo(postgres.ownerUrl)
    // The same server process reconnects to its database.
    const answeredBefore = clients.map(({ answered }) => answered.length)
    const unanswered = () =>
      clients.filter(({ answered }, i) => answered.length === answeredBefore[i])
    await expect
      .poll(() => unanswered().map(({ waitsFor }) => waitsFor), { timeout: WAIT_MS_MAX })
      .toEqual([])
    // Wait for every kind of action, so that a slow machine tests the same mix.
    await expect
      .poll(() => typesOnceSettled(server, postgres.ownerUrl), {
        timeout: WAIT_MS_MAX,
        interval: 500,
      })
      .toEqual(expect.arrayContaining(MIXED_TYPES))
    await expect
      .poll(() => doneBy(clients).length, { timeout: WAIT_MS_MAX })
      .toBeGreaterThan(KILLS * CUSTOMERS)
    isOver = true
    await load
    await Promise.all(clients.map(expectSameResponses))
    await passADay(server)
    await expectOneEventEach(postgres.ownerUrl, clients, before)
    await expectSoundLedger(postgres.ownerUrl)
    await expectSoundFromCommandLine(postgres.ownerUrl)
  } finally {
    isOver = true
    await server.remove()
    await relay.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

async function openClients(server: RunningServer): Promise<{ customers: Client[]; desk: Client }> {
  const people = new People(server)
  const clientOf = (person: Person, index: number) => {
    const random = seededRandom(SEED + index)
    return new Client(server.origin, person, random)
  }
  const customers: Client[] = []
  for (let index = 1; index <= CUSTOMERS; index += 1) {
    customers.push(clientOf(await people.customer({ USDT: '20000' }), index))
  }
  return { customers, desk: clientOf(await people.staff(), 0) }
}

/** Simulates a power cut: kills the database processes, so only its write-ahead log is left. */
async function killAndRestart(folder: string): Promise<EmbeddedPostgres> {
  const running = runningPostmaster(join(folder, 'postgres'))
  if (!running) throw new Error('PostgreSQL is not running')
  process.kill(running.pid, 'SIGKILL')
  return startEmbeddedPostgres(folder)
}

/**
 * Ends the term of stakes of one day. The server is killed while it pays them, and pays the rest
 * after its restart.
 */
async function passADay(server: RunningServer): Promise<void> {
  const paying = server.letPass(DAY_MS).catch(() => undefined)
  await sleep(100)
  await server.stop('SIGKILL')
  await Promise.race([paying, sleep(0)])
  await server.start()
  await server.letPass(SECOND_MS)
}

async function expectOneEventEach(
  url: string,
  clients: readonly Client[],
  before: string,
): Promise<void> {
  const done = doneBy(clients)
  const keys = done.map(({ actorId, key }) => idempotencyKey(actorId, key))
  const found = await read(url, 'select key from event where key = any ($1::uuid[])', [keys])
  expect(found.length, 'acknowledged commands in the log').toBe(done.length)
  const caused = await read(
    url,
    // A sign-in is not a command: a job records it, possibly after the load has begun.
    `select position from event
     where position > $1 and metadata -> 'actor' ->> 'id' = any ($2::text[])
       and type <> 'StaffSignedIn'`,
    [before, clients.map(({ userId }) => userId)],
  )
  expect(caused.length, 'events caused by the clients').toBe(done.length)
  expect(await typesIn(url)).toContain('StakeMatured')
  const open = await read(
    url,
    `select stream from document where kind = 'stake' and status = 'active'`,
    [],
  )
  expect(open, 'unpaid stakes').toEqual([])
}

function doneBy(clients: readonly Client[]): Answered[] {
  return clients.flatMap(({ answered }) => answered.filter(({ status }) => status < 300))
}

/** Repeats every command under its key. */
async function expectSameResponses(client: Client): Promise<void> {
  for (const command of doneBy([client])) {
    const { status, response } = await client.again(command)
    expect(status).toBe(command.status)
    expect(stablePartOf(response)).toEqual(stablePartOf(command.response))
  }
}

async function expectSoundLedger(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await verifyLedger(pool, FEATURES.aggregates).finally(() => pool.end())
}

/** Runs the same check from the command line, as an operator does. */
async function expectSoundFromCommandLine(url: string): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/verify-ledger.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: url },
  })
  expect(stdout).toContain('The ledger is sound')
}

/**
 * Ends the running trade that is due first, unless one already waits for the tick that settles it.
 * If the clock moved between the end of a trade and its tick, the trade would be voided.
 */
async function typesOnceSettled(server: RunningServer, url: string): Promise<string[]> {
  const types = await typesIn(url)
  if (types.includes('FuturesSettled')) return types
  const [first] = await read<{ ends_at: string }>(
    url,
    `select data ->> 'endsAt' as ends_at from document
     where kind = 'futures' and data ->> 'status' = 'active' order by 1 limit 1`,
    [],
  )
  const leftMs = first ? epochMsOf(first.ends_at) - server.now() : 0
  if (leftMs > 0) await server.letPass(leftMs)
  return types
}

async function typesIn(url: string): Promise<string[]> {
  const types = await read<{ type: string }>(url, 'select distinct type from event', [])
  return types.map(({ type }) => type)
}

async function headOf(url: string): Promise<string> {
  const [row] = await read<{ head: string }>(url, 'select max(position) as head from event', [])
  return row?.head ?? '0'
}

async function read<Row extends object>(
  url: string,
  query: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query, [...values])).rows
  } finally {
    await client.end()
  }
}
