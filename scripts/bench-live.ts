import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveClientsResult, LiveClientsTask } from '#scripts/bench/live-clients.ts'
import { makeTraders } from '#scripts/bench/traders.ts'
import { loadConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { issueTicket } from '#server/platform/live/tickets.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openServices, type Services } from '#server/services.ts'

const CLIENTS = 2_000
const CLIENT_PROCESSES = 2
const SECONDS = 20
const TARGET_P99_MS = 250

/**
 * Sends prices to 2,000 open WebSockets and measures each message's whole way: from the stamp of the
 * tick, over its commit and the fan-out, into the hands of a client.
 */
export async function benchLive(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-live-'))
  const database = await startEmbeddedPostgres(join(folder, 'postgres'))
  try {
    await migrate(database.url)
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      PORT: String(await freePort()),
    }
    const services = await openServices(loadConfig(env), database.url)
    try {
      await makeTraders(services, 1)
      await measure(env, services)
    } finally {
      await services.close()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(env: Record<string, string>, services: Services): Promise<void> {
  const server = fork(join(import.meta.dirname, 'bench', 'order-server.ts'), { env })
  try {
    await once(server, 'message')
    console.log(`\nFan-out of prices to ${CLIENTS} WebSockets, ${SECONDS} s`)
    const clients: ChildProcess[] = []
    for (let index = 0; index < CLIENT_PROCESSES; index += 1) {
      clients.push(await openClients(Number(env.PORT), services))
    }
    const results = await Promise.all(clients.map(resultOf))
    report(results)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

async function openClients(port: number, services: Services): Promise<ChildProcess> {
  const clients = fork(join(import.meta.dirname, 'bench', 'live-clients.ts'))
  const count = CLIENTS / CLIENT_PROCESSES
  const tickets = await ticketsFor(services, count)
  const task: LiveClientsTask = { port, tickets, seconds: SECONDS }
  clients.send(task)
  await once(clients, 'message')
  return clients
}

/** All sockets share one session: whose they are makes no difference to prices. */
async function ticketsFor({ pool, clock }: Services, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from session limit 1')
  const sessionId = rows[0]?.id
  if (sessionId === undefined) throw new Error('no session to listen with')
  const tickets: string[] = []
  for (let index = 0; index < count; index += 1) {
    tickets.push((await issueTicket(pool, sessionId, clock.now())).ticket)
  }
  return tickets
}

async function resultOf(clients: ChildProcess): Promise<LiveClientsResult> {
  clients.send('measure')
  const [result] = (await once(clients, 'message')) as [LiveClientsResult]
  return result
}

function report(results: readonly LiveClientsResult[]): void {
  const latencies = results.flatMap(({ latenciesMs }) => latenciesMs).toSorted((a, b) => a - b)
  const connected = results.reduce((sum, result) => sum + result.connected, 0)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const verdict = at(0.99) <= TARGET_P99_MS ? 'met' : 'missed'
  console.log(`  ${connected} clients heard ${latencies.length} updates`)
  console.log(`  p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   slowest ${latencies.at(-1)} ms`)
  console.log(`  p99 target ${TARGET_P99_MS} ms: ${verdict}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

if (import.meta.main) await benchLive()
