import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { advanceFollower } from '#server/events/follower-steps.ts'
import type { AppendCommand } from '#server/events/log.ts'
import { isLevel } from '#server/events/log-head.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { levelled } from '#server/projections/levelled.ts'
import { listedStreams } from '#server/projections/listed-streams.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { followerOf } from '#server/projections/runner.ts'
import { countByStatus } from '#server/queries/count-by-status.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { adjustment } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

const follower = followerOf(listedStreams)

beforeEach(async () => {
  await pool.query('truncate event, document, balance, listed')
  await pool.query('update checkpoint set position = 0')
})

interface Step extends Pick<AppendCommand, 'kind' | 'expectedVersion' | 'summary'> {
  readonly stream: string
}

async function append({ stream, kind, expectedVersion, summary }: Step): Promise<void> {
  const previousHash = (await log.readDocument(stream))?.hash ?? null
  const command = adjustment({ owner: 1n, change: 1n, stream, expectedVersion, previousHash })
  const { outcome } = await log.append({ ...command, kind, summary })
  expect(outcome).toBe('ok')
}

const newStream = (kind: string) => `${kind}-${randomUUID()}`
const ask = (stream: string, kind = 'deposit') =>
  append({ stream, kind, expectedVersion: 0, summary: { status: 'pending', waiting: true } })
const decide = (stream: string, kind = 'deposit') =>
  append({ stream, kind, expectedVersion: 1, summary: { status: 'approved', waiting: false } })

async function listedNow(): Promise<string[]> {
  const lists = await levelled(pool)
  const { rows } = await lists.query<{ stream: string }>('select stream from listed order by 1')
  return rows.map(({ stream }) => stream)
}

/** The faults that the verifier finds in the lists. Other checks would need prices. */
async function faultsOfLists() {
  const { faults } = await inspectLedger(pool, [])
  return faults.filter(({ check }) => check === 'lists').map(({ fault }) => fault)
}

async function copies() {
  const { rows } = await pool.query('select * from listed order by stream')
  return rows
}

describe('the lists of staff', () => {
  test('show what the reader has just decided, before any follower has run', async () => {
    const stream = newStream('deposit')
    await ask(stream)
    expect(await countByStatus(pool, 'deposit')).toEqual({ pending: 1 })
    await decide(stream)
    expect(await countByStatus(pool, 'deposit')).toEqual({ approved: 1 })
  })

  test('show each of many readers their own decision', async () => {
    const seen = Array.from({ length: 60 }, async () => {
      const stream = newStream('deposit')
      await ask(stream)
      const before = await listedNow()
      await decide(stream)
      const lists = await levelled(pool)
      const { rows } = await lists.query('select status from listed where stream = $1', [stream])
      return [before.includes(stream), rows]
    })
    for (const each of await Promise.all(seen))
      expect(each).toEqual([true, [{ status: 'approved' }]])
  })

  test('match the documents while followers, readers and writers run', async () => {
    const options = { connectionString: url, pool, catalog: FEATURES.catalog }
    const running = [1, 2].map(() =>
      runFollowers({
        ...options,
        followers: [follower],
        onFault: (_, error) => expect.unreachable(String(error)),
      }),
    )
    const work = Array.from({ length: 80 }, async (_, index) => {
      const kind = index % 2 === 0 ? 'deposit' : 'spot-order'
      const stream = newStream(kind)
      await ask(stream, kind)
      if (index % 3 === 0) await listedNow()
      if (index % 4 < 2) await decide(stream, kind)
    })
    await Promise.all(work)
    for (const each of running) await each.stop()
    const listed = await listedNow()
    expect(listed.filter((stream) => stream.startsWith('deposit-'))).toHaveLength(40)
    expect(listed.filter((stream) => stream.startsWith('spot-order-'))).toHaveLength(20)
    expect(await faultsOfLists()).toEqual([])
  })

  test('drop an order that no longer needs a decision', async () => {
    const stream = newStream('spot-order')
    await ask(stream, 'spot-order')
    expect(await listedNow()).toEqual([stream])
    await decide(stream, 'spot-order')
    expect(await listedNow()).toEqual([])
  })

  test('are complete after a follower died between its copy and its commit', async () => {
    const stream = newStream('deposit')
    await ask(stream)
    const dying = await pool.connect()
    await dying.query('begin')
    expect(await advanceFollower(dying, follower, FEATURES.catalog, 'wait')).toBe('level')
    const reading = listedNow()
    dying.release(true)
    expect(await reading).toEqual([stream])
    expect(await isLevel(pool, follower)).toBe(true)
  })

  test('are up to date within a transaction that reads them, and stay behind if it is rolled back', async () => {
    const stream = newStream('deposit')
    await ask(stream)
    const reading = inTransaction(pool, async (transaction) => {
      expect(await countByStatus(transaction, 'deposit')).toEqual({ pending: 1 })
      throw new Error('rolled back')
    })
    await expect(reading).rejects.toThrow('rolled back')
    expect(await copies()).toEqual([])
    expect(await listedNow()).toEqual([stream])
  })

  test('are rebuilt from the documents during appends', async () => {
    const streams = Array.from({ length: 20 }, () => newStream('deposit'))
    for (const stream of streams) await ask(stream)
    await listedNow()
    await pool.query(`delete from listed where stream = $1`, [streams[0]])
    await pool.query(`update listed set status = 'lost', version = 99 where stream = $1`, [
      streams[1],
    ])
    await pool.query(
      `insert into listed (stream, kind, owner, status, waiting, version, created_at, data)
       values ('deposit-none', 'deposit', 1, 'pending', true, 1, now(), '{}')`,
    )
    const deciding = Promise.all(streams.map((stream) => decide(stream)))
    await rebuild(pool, listedStreams, () => {})
    await deciding
    expect(await listedNow()).toEqual(streams.toSorted())
    expect(await countByStatus(pool, 'deposit')).toEqual({ approved: 20 })
    expect(await faultsOfLists()).toEqual([])
  })

  test.each([
    ['a lost copy', 'delete from listed', 'the lists lack deposit-'],
    ['a changed copy', `update listed set status = 'approved'`, 'otherwise than its document'],
    ['a copy of another version', 'update listed set version = 7', 'otherwise than its document'],
    [
      'a copy that belongs in no list',
      `insert into listed (stream, kind, status, waiting, version, created_at, data)
       values ('spot-order-none', 'spot-order', 'executed', false, 1, now(), '{}')`,
      'spot-order-none is in the lists but belongs in none',
    ],
  ])('%s is found by the verifier', async (_, forgery, fault) => {
    await ask(newStream('deposit'))
    expect(await faultsOfLists()).toEqual([])
    await listedNow()
    expect(await faultsOfLists()).toEqual([])
    await pool.query(forgery)
    expect(await faultsOfLists()).toEqual([expect.stringContaining(fault)])
  })
})

test('no index on documents covers a column that an append changes', async () => {
  const { rows } = await pool.query<{ attname: string }>(
    `select distinct attname
     from pg_index
     join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid
       and refobjid = indrelid
     join pg_attribute on attrelid = indrelid and attnum = refobjsubid
     where indrelid = 'document'::regclass`,
  )
  const indexed = new Set(rows.map(({ attname }) => attname))
  const { rows: keys } = await pool.query<{ attname: string }>(
    `select attname from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = 'document'::regclass`,
  )
  for (const { attname } of keys) indexed.add(attname)
  expect([...indexed].sort()).toEqual(['created_at', 'kind', 'owner', 'stream'])
})
