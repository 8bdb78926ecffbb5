import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { Aggregate, AnyAggregate } from '#server/events/decider.ts'
import type { EventLog } from '#server/events/log.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { availableOf, houseOf } from '#server/ledger/chart.ts'
import { HOUSE_HELD } from '#server/ledger/house-held.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { NOTHING_VERIFIED } from '#server/ledger/verified-state.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { documents } from '#server/projections/document.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import { refoldDocuments } from '#server/refold-documents.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { readBalance } from '#tests/support/read-balance.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { type Adjusted, adjust, adjustment, counting } from './adjusting.ts'

/** Between two appends during a rebuild: more of them would only make every rebuild longer. */
const PAUSE_MS = 1

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
const running = runFollowers({
  connectionString: url,
  pool,
  catalog: FEATURES.catalog,
  followers: projectionFollowers(FEATURES.projections),
  onFault: (_, error) => {
    throw error
  },
})
afterAll(async () => {
  await running.stop()
  await log.close()
})

async function settled() {
  const position = await log.head()
  for (const { name: follower } of projectionFollowers(FEATURES.projections)) {
    expect(await waitForPosition(pool, { follower, position })).toBe(true)
  }
}

async function tables() {
  const read = (table: string) =>
    pool.query(`select * from ${table} order by 1, 2`).then(({ rows }) => rows)
  return Promise.all(FEATURES.projections.map(({ table }) => read(table)))
}

async function houseHeld(db = pool) {
  const { rows } = await db.query<{ account: string; amount: string }>(HOUSE_HELD)
  return rows.map(({ account, amount }) => [BigInt(account), BigInt(amount)])
}

describe('projections', () => {
  test('the house always holds the opposite of what the users hold', async () => {
    await adjust(log, { owner: 1n, change: 700n })
    await adjust(log, { owner: 2n, change: 50n })
    await adjust(log, { owner: 2n, change: -20n })
    const expected = [[houseOf('adjustments', 'USDT'), -730n]]
    expect(await houseHeld()).toEqual(expected)
    await settled()
    expect(await houseHeld()).toEqual(expected)
  })

  test('the journal shows each change and the resulting balance', async () => {
    for (const change of [100n, -30n, 5n]) await adjust(log, { owner: 3n, change, symbol: 'BTC' })
    await settled()
    const { rows } = await pool.query<{ amount: string; balance: string }>(
      'select amount, balance from journal where account = $1 order by position',
      [availableOf(3n, 'BTC')],
    )
    expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual([
      ['100', '100'],
      ['-30', '70'],
      ['5', '75'],
    ])
  })

  test('each is rebuilt alongside the live table during appends, with the same result', async () => {
    let writing = true
    const writer = (async () => {
      for (let count = 0; writing; count += 1) {
        const { outcome } = await adjust(log, { owner: BigInt(10 + (count % 5)), change: 9n })
        expect(outcome).toBe('ok')
        await sleep(PAUSE_MS)
      }
    })()
    for (const projection of FEATURES.projections) {
      for (let round = 0; round < 3; round += 1) await rebuild(pool, projection, () => {})
    }
    writing = false
    await writer
    await settled()
    const before = await tables()
    for (const projection of FEATURES.projections) await rebuild(pool, projection, () => {})
    expect(await tables()).toEqual(before)
    expect((await readBalance(pool, 10n, 'USDT')).available % 9n).toBe(0n)
  })
  test('the documents are rebuilt from the log alone during appends', async () => {
    const stream = 'counting-00000000-0000-4000-8000-000000000077'
    const rows = () => pool.query('select * from document order by stream').then((all) => all.rows)
    let writing = true
    const writer = (async () => {
      let previousHash: Buffer | null = null
      for (let expectedVersion = 0; writing; expectedVersion += 1) {
        const next = { owner: 20n, change: 9n, stream, expectedVersion, previousHash }
        expect((await adjust(log, next)).outcome).toBe('ok')
        expect((await adjust(log, { owner: 21n, change: 1n })).outcome).toBe('ok')
        previousHash = (await log.readDocument(stream))?.hash ?? null
        await sleep(PAUSE_MS)
      }
    })()
    for (let round = 0; round < 3; round += 1) await rebuild(pool, documents([counting]), () => {})
    writing = false
    await writer
    // The audit projection reads the owner from the document, which is deleted below.
    await settled()
    const before = await rows()
    await pool.query(`delete from document where stream = $1`, [stream])
    await pool.query(`update document set data = '{"count":9}', status = 'lost', version = 99`)
    await rebuild(pool, documents([counting]), () => {})
    expect(await rows()).toEqual(before)
  })

  test('concurrent rebuilds of one projection run one after the other', async () => {
    await settled()
    const before = await tables()
    const rounds = FEATURES.projections.flatMap((projection) => [
      projection,
      projection,
      projection,
    ])
    await Promise.all(rounds.map((projection) => rebuild(pool, projection, () => {})))
    expect(await tables()).toEqual(before)
  })

  test('a projection rebuilt before its follower first runs is not folded twice', async () => {
    const { pool: fresh, url: freshUrl } = await openTestDatabase()
    const freshLog = openLedgerLog({
      connectionString: freshUrl,
      pool: fresh,
      catalog: FEATURES.catalog,
    })
    await adjust(freshLog, { owner: 1n, change: 700n })
    await freshLog.close()
    const head = { position: 1n }
    for (const projection of FEATURES.projections) await rebuild(fresh, projection, () => {})
    const followers = runFollowers({
      connectionString: freshUrl,
      pool: fresh,
      catalog: FEATURES.catalog,
      followers: projectionFollowers(FEATURES.projections),
      onFault: (_, error) => expect.unreachable(String(error)),
    })
    for (const { name: follower } of projectionFollowers(FEATURES.projections)) {
      await waitForPosition(fresh, { follower, ...head })
    }
    await followers.stop()
    expect(await houseHeld(fresh)).toEqual([[houseOf('adjustments', 'USDT'), -700n]])
  })
})

describe('a document with a state of another shape', () => {
  /** The next release of the kind `counting`: its states also keep the amounts. */
  const summing: Aggregate<{ count: number; amounts: readonly string[] }, Adjusted> = {
    ...counting,
    shape: 2,
    initial: { count: 0, amounts: [] },
    evolve: (state, { data }) => ({
      count: state.count + 1,
      amounts: [...state.amounts, data.amount],
    }),
    summarise: () => ({ status: 'active', waiting: false }),
  }
  const logOf = (aggregate: AnyAggregate) =>
    openLedgerLog({
      connectionString: url,
      pool,
      catalog: FEATURES.catalog,
      aggregates: [aggregate],
    })
  const [older, newer] = [logOf(counting), logOf(summing)]
  afterAll(() => Promise.all([older.close(), newer.close()]))

  const appendTo = async (to: EventLog, stream: string, state: unknown) => {
    const summary = to === newer ? summing.summarise({ count: 0, amounts: [] }) : OPEN
    const { version = 0, hash = null } = (await to.readDocument(stream)) ?? {}
    const of = { owner: 9n, change: 100n, stream, expectedVersion: version, previousHash: hash }
    const { outcome } = await to.append({ ...adjustment(of), state, summary })
    expect(outcome).toBe('ok')
  }
  const read = async (from: EventLog, stream: string) => (await from.readDocument(stream))?.state
  const OPEN = counting.summarise({ count: 0 })
  const folded = (...amounts: string[]) => ({ count: amounts.length, amounts })
  const [one, two] = ['0.000001', '0.000001']

  test('is folded again from its stream when it is read, by both releases', async () => {
    const stream = `counting-${randomUUID()}`
    await appendTo(older, stream, { count: 1 })
    expect(await read(newer, stream)).toEqual(folded(one))
    await appendTo(newer, stream, folded(one, two))
    expect(await read(newer, stream)).toEqual(folded(one, two))
    expect(await read(older, stream)).toEqual({ count: 2 })
    const { faults } = await inspectLedger(pool, [summing], { since: NOTHING_VERIFIED })
    expect(faults).toEqual([])
  })

  test('is rewritten in the background, for lists, as a rebuild would write it', async () => {
    const streams = Array.from({ length: 3 }, () => `counting-${randomUUID()}`)
    for (const stream of streams) await appendTo(older, stream, { count: 1 })
    await settled()
    const stored = async () => {
      const { rows } = await pool.query(
        `select stream, d.status, d.data, listed.data as listed, listed.status as listed_status
         from document d left join listed using (stream) where stream = any ($1) order by stream`,
        [streams],
      )
      return rows
    }
    expect((await stored()).map(({ data, listed }) => [data, listed])).toEqual(
      streams.map(() => [{ count: 1 }, null]),
    )
    const { catalog } = FEATURES
    await refoldDocuments({ pool, catalog, aggregates: [summing] })
    expect(await refoldDocuments({ pool, catalog, aggregates: [summing] })).toBe(0)
    const refolded = await stored()
    const data = { $shape: 2, ...folded(one) }
    expect(refolded.map(({ stream: _, ...row }) => row)).toEqual(
      streams.map(() => ({ status: 'active', data, listed: data, listed_status: 'active' })),
    )
    await rebuild(pool, documents([summing]), () => {})
    expect(await stored()).toEqual(refolded)
  })
})
