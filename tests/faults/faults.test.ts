import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { idempotencyKey } from '#server/events/idempotency.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { runningPostmaster } from '#server/platform/postmaster.ts'
import { People, type Person } from '#tests/e2e/support/people.ts'
import { RunningServer } from '#tests/e2e/support/running-server.ts'
import { type Answered, Client, randomFrom } from './load.ts'
import { Relay } from './relay.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20_230_310)
const KILLS = 20
const TRADERS = 6
const LOAD_MS_MIN = 200
const LOAD_MS_MAX = 700

test(`the server is killed ${KILLS} times under load, then PostgreSQL: nothing acknowledged is lost, nothing happens twice (seed ${SEED})`, {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-faults-'))
  const relay = await Relay.open()
  let postgres = await startEmbeddedPostgres(folder)
  const server = await RunningServer.create(relay.leadTo(postgres.url))
  const random = randomFrom(SEED)
  let isOver = false
  try {
    const { traders, desk } = await openClients(server)
    const load = Promise.all([
      ...traders.map((trader) => trader.trade(() => isOver)),
      desk.review(() => isOver),
    ])
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(LOAD_MS_MIN + random() * (LOAD_MS_MAX - LOAD_MS_MIN))
      await server.stop('SIGKILL')
      await server.start()
    }
    await sleep(LOAD_MS_MAX)
    postgres = await killAndRestart(folder)
    relay.leadTo(postgres.url)
    // The same server process finds its database again by itself.
    const answeredBefore = traders.map(({ answered }) => answered.length)
    await expect
      .poll(() => traders.every(({ answered }, i) => answered.length > (answeredBefore[i] ?? 0)), {
        timeout: 30_000,
      })
      .toBe(true)
    isOver = true
    await load
    const answered = [...traders, desk].flatMap((client) => client.answered)
    await expectOneEventEach(postgres.url, answered)
    for (const client of [...traders, desk]) await expectSameAnswers(client)
    await expectSoundLedger(postgres.url)
  } finally {
    isOver = true
    await server.remove()
    await relay.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

async function openClients(server: RunningServer): Promise<{ traders: Client[]; desk: Client }> {
  const people = new People(server)
  const clientOf = ({ user, accessToken }: Person, index: number) =>
    new Client(server.origin, { userId: user.id, accessToken }, randomFrom(SEED + index))
  const traders: Client[] = []
  for (let index = 1; index <= TRADERS; index += 1) {
    traders.push(clientOf(await people.customer({ USDT: '100000' }), index))
  }
  return { traders, desk: clientOf(await people.staff(), 0) }
}

/** A power cut for the database: its processes are gone, its log is all that there is. */
async function killAndRestart(folder: string): Promise<EmbeddedPostgres> {
  const running = runningPostmaster(join(folder, 'postgres'))
  if (!running) throw new Error('PostgreSQL does not run')
  process.kill(running.pid, 'SIGKILL')
  for (let tries = 0; ; tries += 1) {
    // Its children end a moment after it, and until then its memory is taken.
    await sleep(500)
    try {
      return await startEmbeddedPostgres(folder)
    } catch (error) {
      if (tries >= 10) throw error
    }
  }
}

async function expectOneEventEach(url: string, answered: readonly Answered[]): Promise<void> {
  const done = answered.filter(({ status }) => status < 300)
  expect(done.length).toBeGreaterThan(KILLS * TRADERS)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const keys = done.map(({ actorId, key }) => idempotencyKey(actorId, key))
    const found = await client.query('select key from event where key = any($1::uuid[])', [keys])
    expect(found.rowCount, 'acknowledged commands in the log').toBe(done.length)
    const all = await client.query(`select 1 from event where type like 'SpotOrder%'`)
    expect(all.rowCount, 'events of orders').toBe(done.length)
  } finally {
    await client.end()
  }
}

/** Every key, once more. */
async function expectSameAnswers(client: Client): Promise<void> {
  for (const command of client.answered.filter(({ status }) => status < 300)) {
    const again = await client.send(command)
    expect(again).toEqual({ status: command.status, answer: command.answer })
  }
}

async function expectSoundLedger(url: string): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/verify-ledger.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: url },
  })
  expect(stdout).toContain('The ledger is sound')
}
