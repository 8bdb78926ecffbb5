import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { hostOf } from '#scripts/postgres/connection.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { readBalance } from '#tests/support/read-balance.ts'

const { url, pool } = await openTestDatabase()

/** A proxy between the log and the database that can drop the database's responses. */
async function openWire() {
  const sockets = new Set<Socket>()
  let losesResponses = false
  const server = createServer((near) => {
    const far = connect(hostOf(url))
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', cut).on('close', cut)
    }
    near.pipe(far)
    far.on('data', (response) => (losesResponses ? cut() : near.write(response)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const wire = new URL(url)
  const address = server.address()
  wire.hostname = '127.0.0.1'
  wire.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: wire.href,
    set losesResponses(value: boolean) {
      losesResponses = value
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const wire = await openWire()
const log = openLedgerLog({ connectionString: wire.url, pool, catalog: FEATURES.catalog })
afterAll(async () => {
  await log.close()
  wire.close()
})

async function backends(): Promise<number[]> {
  const { rows } = await pool.query(
    `select pid from pg_stat_activity where datname = current_database() and query like '%append_batch%'
     and pid <> pg_backend_pid()`,
  )
  return rows.map((row) => row.pid)
}

describe('when the connection drops during an append', () => {
  test('a commit whose response was lost counts once and is reported as done', async () => {
    await adjust(log, { owner: 1n, change: 5n })
    wire.losesResponses = true
    const appending = adjust(log, { owner: 1n, change: 7n })
    await sleep(150)
    wire.losesResponses = false
    expect(await appending).toMatchObject({ outcome: 'ok', version: 1 })
    expect((await readBalance(pool, 1n, 'USDT')).available).toBe(12n)
  })

  test('a group whose response was lost keeps its refusals and its effects', async () => {
    await adjust(log, { owner: 2n, change: 10n })
    wire.losesResponses = true
    const group = Array.from({ length: 30 }, () => adjust(log, { owner: 2n, change: -1n }))
    await sleep(150)
    wire.losesResponses = false
    const outcomes = (await Promise.all(group)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'overdrawn')).toHaveLength(20)
    expect((await readBalance(pool, 2n, 'USDT')).available).toBe(0n)
  })

  test('an append interrupted before its commit is retried', async () => {
    const gate = await pool.connect()
    await gate.query('begin')
    await lockTransaction(gate, LOCKS.position)
    const appending = adjust(log, { owner: 3n, change: 5n })
    await sleep(100)
    const cut = await backends()
    expect(cut.length).toBeGreaterThan(0)
    for (const pid of cut) await pool.query('select pg_terminate_backend($1)', [pid])
    await sleep(50)
    await gate.query('commit')
    gate.release()
    expect(await appending).toMatchObject({ outcome: 'ok' })
    expect((await readBalance(pool, 3n, 'USDT')).available).toBe(5n)
  })
})
