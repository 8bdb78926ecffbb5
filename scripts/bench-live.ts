import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import type { LiveClientsResult, LiveClientsTask } from '#scripts/bench/live-clients.ts'
import { percentiles } from '#scripts/bench/measure.ts'
import { makeTraders } from '#scripts/bench/users.ts'
import { issueTicket } from '#server/platform/live/live-sessions.ts'
import { SOCKETS_MAX } from '#server/platform/live/serve-live.ts'
import type { Services } from '#server/services.ts'

const CLIENTS = 2_000
const USERS = Math.ceil(CLIENTS / SOCKETS_MAX)
const CLIENT_PROCESSES = 2
const SECONDS = 20
const TARGET_P99_MS = 250

/**
 * Sends prices to 2,000 open WebSockets and measures each message from the time of its tick,
 * through commit and fan-out, until a client has it.
 */
export async function benchLive(): Promise<void> {
  const prepare = (services: Services) => makeTraders(services, USERS)
  await withBenchServer(prepare, async ({ port, services }) => {
    console.log(`\nFan-out of prices to ${CLIENTS} WebSockets, ${SECONDS} s`)
    const clients: ChildProcess[] = []
    for (let index = 0; index < CLIENT_PROCESSES; index += 1) {
      clients.push(await openClients(port, services))
    }
    report(await Promise.all(clients.map(resultOf)))
  })
}

async function openClients(port: number, services: Services): Promise<ChildProcess> {
  const clients = fork(join(import.meta.dirname, 'bench', 'live-clients.ts'))
  const tickets = await ticketsFor(services, CLIENTS / CLIENT_PROCESSES)
  const task: LiveClientsTask = { port, tickets, seconds: SECONDS }
  clients.send(task)
  await once(clients, 'message')
  return clients
}

/**
 * Tickets of several sessions, because each user may open a limited number of sockets. They are
 * issued at once, because on a slow disk the first would expire before the last is issued.
 */
async function ticketsFor({ pool, clock }: Services, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from session')
  const issued = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      issueTicket(pool, rows[index % rows.length]?.id ?? '', clock.now()),
    ),
  )
  return issued.map(({ ticket }) => ticket)
}

async function resultOf(clients: ChildProcess): Promise<LiveClientsResult> {
  clients.send('measure')
  const [result] = (await once(clients, 'message')) as [LiveClientsResult]
  return result
}

function report(results: readonly LiveClientsResult[]): void {
  const latencies = results.flatMap(({ latenciesMs }) => latenciesMs)
  const connected = results.reduce((sum, result) => sum + result.connected, 0)
  const at = percentiles(latencies)
  const verdict = at(0.99) <= TARGET_P99_MS ? 'met' : 'missed'
  console.log(`  ${connected} clients received ${latencies.length} updates`)
  console.log(`  p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   slowest ${at(1)} ms`)
  console.log(`  p99 target ${TARGET_P99_MS} ms: ${verdict}`)
}
