import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import type { Migration } from '#server/migrations/migration.ts'
import type { Patience } from '#server/platform/apply-migrations.ts'
import { migrate } from '#server/platform/migrate.ts'
import { isBeyond, misfitsOf, readApplied, requireSchema } from '#server/platform/schema-fit.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { withEmptyDatabase } from '#tests/support/empty-database.ts'

const { url, applicationUrl, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

test('servers that start concurrently on an empty database migrate it once', async () => {
  await withEmptyDatabase('migrations', async (url) => {
    const done = await atOnce(5, () => migrate(url))
    expect(done.flat().sort()).toEqual(Object.keys(MIGRATIONS).sort())
    expect(await migrate(url)).toEqual([])
  })
})

test('the lists start with the documents of existing people, and keys are hashed as before for a day', async () => {
  await withEmptyDatabase('lists', async (url) => {
    const pool = new Pool({ connectionString: url, max: 2 })
    try {
      const earlier = Object.entries(MIGRATIONS).filter(([name]) => name < '0241')
      await migrate(url, url, { migrations: Object.fromEntries(earlier) })
      await pool.query(DOCUMENTS)
      expect(await migrate(url)).toContain('0241_listed_streams')
      const { rows } = await pool.query(
        'select stream, unread, screenshot, symbol, amount from listed',
      )
      const rest = { unread: null, screenshot: null, symbol: null, amount: null }
      expect(new Map(rows.map(({ stream, ...row }) => [stream, row]))).toEqual(
        new Map<string, object>([
          ['deposit-1', { ...rest, screenshot: 'proof', symbol: 'BTC', amount: '5' }],
          ['conversation-1', { ...rest, unread: 2 }],
          ['spot-order-1', rest],
          ['user-2', rest],
          ['user-3', rest],
        ]),
      )
      const checkpoint = await pool.query(`select position from checkpoint where name = 'listed'`)
      expect(checkpoint.rows).toEqual([{ position: '7' }])
      const order = await pool.query(
        `select since > now() + interval '23 hours' as "isLater" from key_order`,
      )
      expect(order.rows, 'servers of the release before serve on').toEqual([{ isLater: true }])
    } finally {
      await pool.end()
    }
  })
})

/** A migration of a next release. */
const widened: Migration = {
  async up(db) {
    await sql`create table beside (n int)`.execute(db)
    await sql`alter table document add column wide int`.execute(db)
  },
}

const patient: Patience = { lockMs: 100, indexMs: 5_000, retries: 500, pauseMsMax: 50 }

const isThere = async (table: string, column: string) => {
  const { rowCount } = await pool.query(
    'select from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  )
  return rowCount === 1
}

/** A transaction that has read the documents and does not end, such as a long report. */
async function reader() {
  const client = await pool.connect()
  await client.query('begin; select from document limit 1')
  return {
    async end() {
      await client.query('rollback')
      client.release()
    },
  }
}

describe('a migration', () => {
  test('that waits for a lock lets appends continue, and is applied once it gets the lock', async () => {
    const reading = await reader()
    const waits: number[] = []
    const migrations = { ...MIGRATIONS, '0999_widened': widened }
    const report = { waits: (_: string, attempt: number) => waits.push(attempt) }
    const migrating = migrate(url, applicationUrl, { migrations, patience: patient, report })
    await expect.poll(() => waits.length).toBeGreaterThan(1)
    // Behind a migration without a lock timeout, none would return before the reader ends.
    for (let count = 0; count < 20; count += 1) await adjust(log, { owner: 1n, change: 5n })
    expect([await isThere('document', 'wide'), await isThere('beside', 'n')]).toEqual([
      false,
      false,
    ])
    await reading.end()
    expect(await migrating).toEqual(['0999_widened'])
    expect([await isThere('document', 'wide'), await isThere('beside', 'n')]).toEqual([true, true])
    await adjust(log, { owner: 1n, change: 5n })
  })

  test('that gets no lock gives up, reports who holds it, and leaves nothing behind', async () => {
    const reading = await reader()
    const migrations = {
      ...MIGRATIONS,
      '0998_first': { up: async (db) => void (await sql`create table first (n int)`.execute(db)) },
      '0999_again': {
        async up(db) {
          await sql`create table again (n int)`.execute(db)
          await sql`alter table document add column again int`.execute(db)
        },
      },
    } satisfies Record<string, Migration>
    const patience = { ...patient, retries: 2 }
    await expect(migrate(url, applicationUrl, { migrations, patience })).rejects.toThrow(
      /^0999_again could not get a lock in 3 attempts and gave up \(.+\)\. Nothing of it is applied; what ran before it is complete\. The oldest open transactions: session \d+ of \w+ \(idle in transaction for \d+ s\).*"npm run migrate" again\.$/,
    )
    await reading.end()
    expect([await isThere('first', 'n'), await isThere('again', 'n')]).toEqual([true, false])
    const names = (await readApplied(pool)).map(({ name }) => name)
    expect(names).toContain('0998_first')
    expect(names).not.toContain('0999_again')
  })

  test('builds its indexes while writers continue, and rebuilds one whose build was interrupted', async () => {
    await pool.query('create table indexed as select 1 as n from generate_series(1, 2)')
    const build = {
      indexes: [{ name: 'indexed_once', unique: true, definition: 'on indexed (n)' }],
    } satisfies Migration
    const run = () =>
      migrate(url, applicationUrl, {
        migrations: { ...MIGRATIONS, '0997_indexed': build },
        patience: patient,
      })
    const validity = async () => {
      const { rows } = await pool.query(
        `select indisvalid as valid from pg_index where indexrelid = 'indexed_once'::regclass`,
      )
      return rows[0].valid
    }
    await expect(run()).rejects.toThrow('could not create unique index')
    expect(await validity()).toBe(false)
    await pool.query('delete from indexed where ctid = (select min(ctid) from indexed)')
    const writer = await pool.connect()
    await writer.query('begin; insert into indexed values (2)')
    const building = run()
    // PostgreSQL waits for the writer, and further writers do not wait for it.
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where query like '%concurrently%' and wait_event_type = 'Lock'
           and datname = current_database()`,
        )
        return rows.length
      })
      .toBe(1)
    await pool.query('insert into indexed values (3)')
    await writer.query('commit')
    writer.release()
    expect(await building).toEqual(['0997_indexed'])
    expect(await validity()).toBe(true)
    expect(await run()).toEqual([])
  })
})

describe('a server', () => {
  const known = {
    '0001_base': widened,
    '0002_expand': widened,
    '0003_index': { ...widened, canWait: true },
  } satisfies Record<string, Migration>
  const applied = (name: string, oldestServer: string | null = null) => ({ name, oldestServer })
  const all = Object.keys(known).map((name) => applied(name))

  test.each([
    ['its own schema', all, [], []],
    ['one without a migration that can wait', all.slice(0, 2), [], []],
    ['one without a migration that it needs', all.slice(0, 1), ['0002_expand'], []],
    ['a newer one that any server serves', [...all, applied('0004_added', 'any')], [], []],
    ['a newer one that still supports it', [...all, applied('0005_drop', '0002_expand')], [], []],
    [
      'a newer one that it is too old for',
      [...all, applied('0006_drop', '0005_x')],
      [],
      ['0006_drop'],
    ],
    [
      'a newer one that does not name its oldest server',
      [...all, applied('0007_change')],
      [],
      ['0007_change'],
    ],
  ])('knows whether it serves %s', (_, schema, missing, newer) => {
    expect(misfitsOf(schema, known)).toEqual({ missing, newer })
  })

  test('distinguishes a newer schema from its own', () => {
    const own = Object.keys(MIGRATIONS).map((name) => ({ name, oldestServer: null }))
    expect(isBeyond(own)).toBe(false)
    expect(isBeyond([...own, { name: '9999_later', oldestServer: 'any' }])).toBe(true)
  })

  test('refuses a schema that it cannot serve, with instructions', async () => {
    const here = Object.fromEntries((await readApplied(pool)).map(({ name }) => [name, widened]))
    const added: Migration = { up: async () => {}, oldestServer: 'any' }
    const dropped: Migration = { up: async () => {}, oldestServer: '0995_added' }
    const next = { ...here, '0995_added': added, '0996_dropped': dropped }
    await requireSchema(pool, here)
    await expect(requireSchema(pool, next)).rejects.toThrow(
      /^The schema is older than this release needs \(0995_added, 0996_dropped\): run "npm run migrate"/,
    )
    await migrate(url, applicationUrl, { migrations: next })
    await requireSchema(pool, next)
    await requireSchema(pool, { ...here, '0995_added': added })
    expect(isBeyond(await readApplied(pool))).toBe(true)
    await expect(requireSchema(pool, here)).rejects.toThrow(
      'The schema is newer than this release can serve (0996_dropped): start the release that',
    )
  })
})

test('an application role with another password is reported, and keeps that password', async () => {
  const mistyped = new URL(applicationUrl)
  mistyped.password = 'mistyped'
  await expect(migrate(url, mistyped.href)).rejects.toThrow(
    /^The role ".+" does not have the password in DATABASE_URL\. Correct it there, .+ alter role/,
  )
  expect(await migrate(url, applicationUrl)).toEqual([])
})

test('migrations refer only to earlier migrations', () => {
  for (const [name, { oldestServer = 'any' }] of Object.entries<Migration>(MIGRATIONS)) {
    if (oldestServer === 'any') continue
    expect(Object.keys(MIGRATIONS), name).toContain(oldestServer)
    expect(oldestServer < name, name).toBe(true)
  }
})

const DOCUMENTS = `
  insert into person (user_id, display_id, email, full_name, phone, created_at)
  values (gen_random_uuid(), 'ABCDEFGH', 'demo@example.com', 'Demo User', '1', now());
  insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                     metadata, hash, debits, credits, amounts)
  values (7, 'deposit-1', 1, gen_random_uuid(), '', 'DepositRequested', 1, '{}', '{}', '', '{}',
          '{}', '{}');
  insert into document (stream, kind, owner, status, waiting, version, hash, data)
  values
    ('deposit-1', 'deposit', 1, 'approved', false, 1, '',
     '{"screenshot": "proof", "amount": "5", "symbol": "BTC"}'),
    ('conversation-1', 'conversation', 1, 'open', true, 1, '',
     '{"sent": {"user": 3}, "read": {"user": 1}}'),
    ('conversation-9', 'conversation', 9, 'open', true, 1, '',
     '{"sent": {"user": 1}, "read": {"user": 0}}'),
    ('spot-order-1', 'spot-order', 1, 'pending_approval', true, 1, '', '{}'),
    ('spot-order-2', 'spot-order', 1, 'executed', false, 1, '', '{}'),
    ('user-1', 'user', 1, 'active', false, 1, '', '{"role": "user"}'),
    ('user-2', 'user', 2, 'active', false, 1, '', '{"role": "admin"}'),
    ('user-3', 'user', 3, 'disabled', false, 1, '', '{"role": "user"}'),
    ('address-book-9', 'address-book', 9, 'open', false, 1, '', '{}')`
