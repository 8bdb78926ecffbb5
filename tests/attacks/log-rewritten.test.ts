import { beforeAll, expect, test } from 'vitest'
import { httpLog } from '#scripts/witness/http-log.ts'
import { eventHash } from '#server/events/event-hash.ts'
import { FEATURES } from '#server/features/index.ts'
import { signersOf } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import {
  keepVerifiedState,
  readVerifiedState,
  type VerifiedState,
} from '#server/ledger/verified-state.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { observe } from '#shared/proofs/observe-log.ts'
import type { Witnessed } from '#shared/proofs/witness-state.ts'
import { openTestServer, type TestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { fund, newUser } from '#tests/api/support/traders.ts'
import { counting } from '#tests/ledger/adjusting.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import {
  foldAgain,
  rewriteLog,
  SIGNATURES_FORGOTTEN,
  withoutUser,
} from '#tests/support/rewrite-log.ts'

const database = await openTestDatabase()
const { pool } = database
const clock = new MovableClock()
const user = { userNo: 0n }
const victim = { userNo: 0n }
/** What an outside witness saw of the log before it was rewritten. */
let seen: Witnessed

function openServer(): Promise<TestServer> {
  const priceSource = new StandingPrices(clock)
  return openTestServer(database, { clock, priceSource, config: { logLevel: 'fatal' } })
}

/** The faults that a witness finds over HTTP. */
async function watch(server: TestServer, kept?: Witnessed) {
  await signCheckpoint(server.services, signersOf(server.services.config))
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return observe(kept, httpLog(`${address}/log`), Date.now())
}

/** The first fault that the ledger's own verification finds. */
async function firstFault(since?: VerifiedState) {
  const { faults } = await inspect(since)
  return faults[0]
}

const inspect = (since?: VerifiedState) =>
  inspectLedger(pool, [...FEATURES.aggregates, counting], since && { since })

beforeAll(async () => {
  const server = await openServer()
  for (const person of [user, victim]) {
    Object.assign(person, await newUser(server))
    await fund(server, person, 'USDT', '1000')
  }
  await fund(server, user, 'BTC', '2')
  const observation = await watch(server)
  if (observation.outcome !== 'accepted') throw new Error('the log was not signed')
  seen = observation.witnessed
  await server.stop()
  await foldAgain(pool)
})

test('an untouched log matches its signatures', async () => {
  expect(await firstFault()).toBeUndefined()
})

test('a backdated event does not match the signed log', async () => {
  await pool.query(`update event set recorded_at = recorded_at - interval '1 s' where position = 3`)
  expect(await firstFault()).toMatchObject({
    check: 'tree',
    fault: 'event 3 is not the one that is in the tree of the log',
  })
  await pool.query(`update event set recorded_at = recorded_at + interval '1 s' where position = 3`)
  expect(await firstFault()).toBeUndefined()
})

test('reordered events do not match the signed log', async () => {
  const { rows } = await pool.query<{ position: string }>(
    `select position from event where type = 'BalanceAdjusted' order by position limit 2`,
  )
  const [first, second] = rows.map(({ position }) => position)
  const swap = async () => {
    await rewriteLog(
      pool,
      `update event set position = -position where position in (${first}, ${second})`,
      `update event set position = ${first} + ${second} + position where position < 0`,
    )
    await foldAgain(pool)
  }
  await swap()
  expect(await firstFault()).toMatchObject({
    check: 'tree',
    fault: `event ${first} is not the one that is in the tree of the log`,
  })
  await swap()
  expect(await firstFault()).toBeUndefined()
})

test('a changed tile or checkpoint does not match the events', async () => {
  const { verified } = await inspect()
  const { rows } = await pool.query('select max(size)::int as size from log_checkpoint')
  expect(verified.treeSize).toBe(rows[0].size)
  await inTransaction(pool, (transaction) => keepVerifiedState(transaction, verified, 0n))
  const since = await readVerifiedState(pool)
  expect(await firstFault(since)).toBeUndefined()
  const flipped = 'set_byte(hashes, 40, (get_byte(hashes, 40) + 1) % 256)'
  const back = 'set_byte(hashes, 40, (get_byte(hashes, 40) + 255) % 256)'
  await pool.query(`update log_tile set hashes = ${flipped} where level = 0 and index = 0`)
  expect((await firstFault())?.fault).toContain('event 2 is not the one')
  // Events that were compared before are not read again, but their signatures are.
  expect(await firstFault(since)).toMatchObject({ check: 'tree' })
  await pool.query(`update log_tile set hashes = ${back} where level = 0 and index = 0`)
  await pool.query(`update log_checkpoint set note = replace(note, '— ', '— x')`)
  expect((await firstFault())?.fault).toContain('no trusted key has signed the checkpoint')
  await pool.query(`update log_checkpoint set note = replace(note, '— x', '— ')`)
  await pool.query('update log_checkpoint set root = sha256(root)')
  expect((await firstFault())?.fault).toContain('is of another log')
})

test('a user dropped with streams, documents and balances is missing from the tree', async () => {
  await rewriteLog(pool, ...withoutUser(victim.userNo))
  await foldAgain(pool)
  expect(await firstFault()).toMatchObject({ check: 'tree' })
})

test('only the tree reveals a dropped user: without it the ledger is sound', async () => {
  await rewriteLog(pool, ...SIGNATURES_FORGOTTEN)
  expect(await firstFault()).toBeUndefined()
})

test('an outside witness of the earlier log finds a dropped user, although the log is signed again', async () => {
  const server = await openServer()
  for (let event = 0; event < 12; event += 1) await fund(server, user, 'USDT', '1')
  const observation = await watch(server, seen)
  await server.stop()
  expect(observation).toMatchObject({ outcome: 'alarm', reason: 'inconsistent' })
})

test('an outside witness also finds an event with changed content and a new hash', async () => {
  const before = await openServer()
  const position = await before.services.log.head()
  const newest = await watch(before)
  await before.stop()
  if (newest.outcome !== 'accepted') throw new Error('the log was not signed')
  await changeReason(position)
  await rewriteLog(pool, ...SIGNATURES_FORGOTTEN)
  await foldAgain(pool)
  expect(await firstFault()).toBeUndefined()
  const after = await openServer()
  const observation = await watch(after, newest.witnessed)
  await after.stop()
  expect(observation).toMatchObject({ outcome: 'alarm', reason: 'fork' })
})

/** Changes the content of the only event of a stream, and everything derived from it. */
async function changeReason(position: bigint): Promise<void> {
  const { rows } = await pool.query(
    `select stream, version::int, type, key, request_hash as "requestHash",
            schema_version as "schemaVersion", data, metadata,
            debits::text[], credits::text[], amounts::text[]
     from event where position = $1`,
    [position],
  )
  const [{ data, metadata, debits, credits, amounts, ...event }] = rows
  const dataText = canonicalJson({ ...data, reason: 'another reason' })
  const hash = eventHash(null, {
    ...event,
    dataText,
    metadataText: canonicalJson(metadata),
    transfers: amounts.map((amount: string, at: number) => ({
      ...{ debit: debits[at], credit: credits[at], amount },
    })),
  })
  await pool.query('update event set data = $2, hash = $3 where position = $1', [
    ...[position, dataText, hash],
  ])
  await pool.query('update document set hash = $2 where stream = $1', [event.stream, hash])
}
