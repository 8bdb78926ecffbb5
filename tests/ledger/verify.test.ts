import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { eventHash } from '#server/events/event-hash.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { journal } from '#server/projections/journal.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'
import { adjust, counting } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

/** Folds the journal up to a position, as its follower would. */
async function foldJournal(upTo: bigint): Promise<void> {
  const client = await pool.connect()
  await journal.advance(client, journal.table, { after: 0n, upTo })
  await client.query('insert into checkpoint values ($1, $2)', [journal.name, upTo])
  client.release()
}

const verify = () => verifyLedger(pool, [counting])

const stream = 'counting-00000000-0000-4000-8000-000000000001'

const FORGERIES: readonly (readonly [what: string, forgery: string, fault: string | RegExp])[] = [
  [
    'changed data',
    `update event set data = jsonb_set(data::jsonb, '{reason}', '"other"') where position = 2`,
    'event 2',
  ],
  [
    'a changed actor',
    `update event set metadata = jsonb_set(metadata::jsonb, '{actor,kind}', '"user"') where position = 1`,
    'event 1',
  ],
  ['a changed amount', 'update event set amounts = array[400] where position = 1', 'log says 300'],
  [
    'a changed amount with a matching changed balance',
    'update event set amounts = array[400] where position = 1; update balance set amount = 300 where account = 1026',
    'event 1',
  ],
  ['a deleted event', 'delete from event where position = 2', 'position 2 is missing'],
  ['a missing version', 'update event set version = 3 where position = 2', 'no version 2'],
  [
    'a transfer between assets',
    'update event set credits = array[1024 + 4] where position = 1',
    'transfer 1 is not sound',
  ],
  [
    'a balance below zero',
    'update event set amounts = array[600] where position = 2',
    'falls to -100',
  ],
  [
    'a changed balance',
    'update balance set amount = 401 where account = 1026',
    '401, the log says 400',
  ],
  ['a lost balance', 'delete from balance where account = 1026', 'has no balance'],
  ['a balance without events', 'insert into balance values (9218, 5)', 'the log says 0'],
  [
    'a changed house sum',
    'insert into house_balance values (-6146, 1, 0)',
    'house account adjustments',
  ],
  [
    'a changed document',
    `update document set data = '{"count": 9}' where stream = '${stream}'`,
    'not the fold',
  ],
  [
    'a changed status',
    `update document set waiting = true where stream = '${stream}'`,
    'not the fold',
  ],
  ['a lost document', `delete from document where stream = '${stream}'`, 'has no document'],
  [
    'a document without events',
    `insert into document select 'counting-a', kind, owner, status, waiting, version, hash, created_at, updated_at, data from document limit 1`,
    'no events',
  ],
  [
    'a balance with a fraction of a unit',
    'update balance set amount = 400.5 where account = 1026',
    'user 1, USDT available, is 400.5',
  ],
  [
    'a transfer with a fraction of a unit',
    'update event set amounts = array[500.5] where position = 1',
    'event 1: transfer 1 is not sound',
  ],
  [
    'a transfer of an unknown asset',
    'update event set debits = array[-(6 * 1024 + 1000)], credits = array[1024 + 1000] where position = 1',
    'event 1: ',
  ],
  [
    'an unknown event type',
    `update event set type = 'Other' where position = 3`,
    /^event 3: counting-\S+ has an event Other of version 1, and this server does not know its type/,
  ],
  [
    'an unknown version of an event type',
    'update event set schema_version = 0 where position = 3',
    'event 3: ',
  ],
  [
    'a document with a different owner',
    `update document set owner = 2 where stream = '${stream}'`,
    'event 1: ',
  ],
  [
    'a document with a changed time',
    `update document set created_at = now() where stream = '${stream}'`,
    'not the fold',
  ],
  [
    'a changed idempotency key, which would let a retry count again',
    `update event set key = gen_random_uuid() where position = 3`,
    'is not what was appended',
  ],
  [
    'a changed request hash',
    `update event set request_hash = '\\x00' where position = 3`,
    'is not what was appended',
  ],
  [
    'a stream of an unknown kind',
    `update event set stream = 'other-1' where position = 3`,
    'unknown kind',
  ],
]

describe('verifying the ledger', () => {
  beforeEach(async () => {
    await pool.query('truncate event, balance, document, house_balance, journal, checkpoint')
    const first = await adjust(log, { owner: 1n, change: 500n, stream })
    if (first.outcome !== 'ok') throw new Error(first.outcome)
    const { hash: previousHash } = (await log.readDocument(stream)) ?? { hash: null }
    await adjust(log, { owner: 1n, change: -100n, stream, expectedVersion: 1, previousHash })
    await adjust(log, { owner: 2n, change: 30n, symbol: 'BTC' })
  })

  test('reports no fault in a sound ledger, and counts what it checked', async () => {
    expect(await verify()).toEqual({ events: 3n, streams: 2, transfers: 3, accounts: 4 })
  })

  // If the journal is complete, it is proved first, and the fault is located only if that fails.
  test.each(FORGERIES)('finds %s, with and without the journal', async (_, forgery, fault) => {
    await foldJournal(3n)
    await pool.query(forgery)
    await expect(verify()).rejects.toThrow(fault)
    await pool.query(`delete from journal; delete from checkpoint where name = 'journal'`)
    await expect(verify()).rejects.toThrow(fault)
  })

  test.each([
    [
      'a changed balance in the journal',
      'update journal set balance = 401 where position = 2',
      "journal's line of event 2, user 1, USDT available, leaves 401, the log says 400",
    ],
    [
      'a changed amount in the journal',
      'update journal set amount = -99 where position = 2',
      'says -99, the log says -100',
    ],
    [
      'a missing journal line',
      'delete from journal where position = 1',
      'the journal has no line of event 1, user 1, USDT available',
    ],
    [
      'a journal line with a different owner',
      'update journal set account = 9218 where position = 2',
      'the journal has no line of event 2',
    ],
    [
      'a journal line without an event',
      'insert into journal values (9218, 2, 5, 5)',
      'the journal has a line of event 2, user 9, USDT available, that the log has not',
    ],
    [
      'a journal line beyond the checkpoint',
      'insert into journal values (2052, 3, 30, 30)',
      'the journal has a line of event 3',
    ],
    [
      'a checkpoint beyond the journal',
      "update checkpoint set position = 3 where name = 'journal'",
      'the journal has no line of event 3',
    ],
  ])('finds %s', async (_, forgery, fault) => {
    await foldJournal(2n)
    await verify()
    await pool.query(forgery)
    await expect(verify()).rejects.toThrow(fault)
  })

  test('finds two swapped events of a stream', async () => {
    const { hash: previousHash } = (await log.readDocument(stream)) ?? { hash: null }
    await adjust(log, { owner: 1n, change: 1n, stream, expectedVersion: 2, previousHash })
    for (const [from, to] of [
      [2, 9],
      [4, 2],
      [9, 4],
    ]) {
      await pool.query('update event set position = $2 where position = $1', [from, to])
    }
    await expect(verify()).rejects.toThrow('version 3 comes before version 2')
  })

  test('finds an event whose data disagrees with its transfers, even with a recomputed hash', async () => {
    const alone = 'counting-00000000-0000-4000-8000-000000000002'
    await adjust(log, { owner: 3n, change: 500n, stream: alone })
    const { rows } = await pool.query('select * from event where stream = $1', [alone])
    const data = { ...rows[0].data, amount: '0.00000501' }
    const hash = eventHash(null, {
      stream: alone,
      version: 1,
      type: 'BalanceAdjusted',
      key: rows[0].key,
      requestHash: rows[0].request_hash,
      schemaVersion: 1,
      dataText: canonicalJson(data),
      metadataText: canonicalJson(rows[0].metadata),
      transfers: [{ debit: -6146n, credit: 3074n, amount: 500n }],
    })
    await pool.query('update event set data = $2, hash = $3 where stream = $1', [alone, data, hash])
    await pool.query('update document set hash = $2 where stream = $1', [alone, hash])
    await expect(verify()).rejects.toThrow('event 4: its transfers are not what it says')
  })
})
