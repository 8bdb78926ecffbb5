import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { LAST_ACCOUNT, nextAccounts, proveUnmoved } from '#server/ledger/prove-accounts.ts'
import { proveBalances } from '#server/ledger/prove-balances.ts'
import {
  keepVerifiedState,
  NOTHING_VERIFIED,
  readVerifiedBalances,
  readVerifiedState,
} from '#server/ledger/verified-state.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { houseBalance } from '#server/projections/house-balance.ts'
import { journal } from '#server/projections/journal.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { adjust, counting } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

/** Advances the follower projections up to a position. */
async function foldUpTo(upTo: bigint): Promise<void> {
  for (const { name, table, advance } of [journal, houseBalance]) {
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query('select position from checkpoint where name = $1', [name])
      const after = BigInt(rows[0]?.position ?? 0)
      await advance(client, table, { after, upTo })
      await client.query(
        `insert into checkpoint values ($1, $2)
         on conflict (name) do update set position = excluded.position`,
        [name, upTo],
      )
    })
  }
}

const verifiedBalances = () => inTransaction(pool, readVerifiedBalances)

/** One incremental run, as staff start it: continues where the last one ended. */
async function inspect() {
  const since = await readVerifiedState(pool)
  const report = await inspectLedger(pool, [counting], { since })
  if (report.faults.length === 0) {
    await inTransaction(pool, (client) =>
      keepVerifiedState(client, report.verified, since.position),
    )
  }
  return report
}

const found = async () => (await inspect()).faults.map(({ check }) => check)

describe('incremental verification', () => {
  const stream = 'counting-00000000-0000-4000-8000-000000000001'

  beforeEach(async () => {
    await pool.query(`truncate event, balance, document, house_balance, journal, checkpoint,
                               verified_balance, verified_position`)
    await adjust(log, { owner: 1n, change: 500n, stream })
    await adjust(log, { owner: 2n, change: 30n, symbol: 'BTC' })
  })

  test('starts at the first event when nothing is verified yet', async () => {
    expect(await readVerifiedState(pool)).toEqual(NOTHING_VERIFIED)
    await foldUpTo(2n)
    expect(await inspect()).toMatchObject({ events: 2n, streams: 2, upTo: 2n })
    expect(await readVerifiedState(pool)).toEqual({
      position: 2n,
      sides: new Map([
        [2n, 500n],
        [-6146n, -500n],
        [4n, 30n],
        [-6148n, -30n],
      ]),
      comparedTo: 0n,
      // The log is not signed in this test.
      treeSize: 0,
    })
    expect(await verifiedBalances()).toEqual(
      new Map([
        [1026n, 500n],
        [-6146n, -500n],
        [2052n, 30n],
        [-6148n, -30n],
      ]),
    )
  })

  test('checks only new events, and the whole streams they belong to', async () => {
    await foldUpTo(2n)
    await inspect()
    const { hash: previousHash } = (await log.readDocument(stream)) ?? { hash: null }
    await adjust(log, { owner: 1n, change: -100n, stream, expectedVersion: 1, previousHash })
    await foldUpTo(3n)
    expect(await inspect()).toMatchObject({ events: 1n, streams: 1, transfers: 1, accounts: 4 })
    expect((await verifiedBalances()).get(1026n)).toBe(400n)
    expect(await inspect()).toMatchObject({ events: 0n, streams: 0, faults: [] })
  })

  test('stops at the position that the journal has reached', async () => {
    await foldUpTo(1n)
    await inspect()
    expect((await readVerifiedState(pool)).position).toBe(1n)
    await foldUpTo(2n)
    await pool.query('update journal set balance = 31 where position = 2')
    expect(await found()).toEqual(['journal'])
  })

  test.each([
    ['a balance', 'update balance set amount = 501 where account = 1026', 'balances'],
    ['a house account', 'update house_balance set amount = 0 where account = -6146', 'house'],
    ['a frozen amount', 'insert into balance values (1027, 5)', 'holds'],
    ['the end of the log', 'delete from event where position = 2', 'positions'],
    ['the saved verified state', 'update verified_balance set amount = 1', 'balances'],
  ])('finds an older change to %s', async (_, forgery, check) => {
    await foldUpTo(2n)
    await inspect()
    await pool.query(forgery)
    expect(await found()).toContain(check)
  })

  test('finds a tampered older event once its stream gets a new event', async () => {
    await foldUpTo(2n)
    await inspect()
    const { hash: previousHash } = (await log.readDocument(stream)) ?? { hash: null }
    await pool.query(
      `update event set data = jsonb_set(data::jsonb, '{reason}', '"other"') where position = 1`,
    )
    expect(await found()).toEqual([])
    await adjust(log, { owner: 1n, change: 1n, stream, expectedVersion: 1, previousHash })
    expect(await found()).toEqual(['chains'])
  })

  test('compares accounts without new movements in turn', async () => {
    await foldUpTo(2n)
    await inspect()
    await pool.query('update balance set amount = 31 where account = 2052')
    const proved: (number | undefined)[] = []
    let after = 0n
    await inTransaction(pool, async (client) => {
      while (after < LAST_ACCOUNT) {
        const range = await nextAccounts(client, after, 1)
        proved.push(await proveUnmoved(client, range, 2n))
        after = range.upTo
      }
    })
    // One sound account, then the one that differs, and no more after it.
    expect(proved).toEqual([1, undefined, 0])
  })

  test('runs in parts while appends and the journal continue, without a false alarm', async () => {
    await foldUpTo(2n)
    let isOver = false
    const appending = (async () => {
      while (!isOver) {
        await adjust(log, { owner: 1n, change: 1n })
        const head = await log.head()
        if (head % 3n === 0n) await foldUpTo(head)
      }
    })()
    const options = { since: NOTHING_VERIFIED, onLines: async () => {} }
    for (let round = 0; round < 10; round += 1) {
      const proof = await proveBalances(pool, options)
      expect(proof?.head).toBeGreaterThanOrEqual(2n)
      expect((await inspectLedger(pool, [counting])).faults).toEqual([])
    }
    isOver = true
    await appending
  })
})
