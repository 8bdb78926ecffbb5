import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { expect, inject, test } from 'vitest'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { migrate } from '#server/platform/migrate.ts'
import { atOnce } from '#tests/support/at-once.ts'

/** Runs work on a separate, empty database. */
async function withEmptyDatabase(name: string, work: (url: string) => Promise<void>) {
  const { serverUrl, template } = inject('postgres')
  const database = template.replace('template', name)
  await administrate(serverUrl, `create database ${database}`)
  try {
    await work(databaseUrl(serverUrl, database))
  } finally {
    await administrate(serverUrl, `drop database ${database} with (force)`)
  }
}

test('servers that start concurrently on an empty database migrate it once', async () => {
  await withEmptyDatabase('migrations', async (url) => {
    const done = await atOnce(5, () => migrate(url))
    expect(done.flat().sort()).toEqual(Object.keys(MIGRATIONS).sort())
    expect(await migrate(url)).toEqual([])
  })
})

test('the lists begin with the documents that exist', async () => {
  await withEmptyDatabase('lists', async (url) => {
    const pool = new Pool({ connectionString: url, max: 2 })
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      const provider = { getMigrations: async () => MIGRATIONS }
      const migrator = new Migrator({ db, provider })
      const { error } = await migrator.migrateTo('0240_accounts_open_in_appends')
      expect(error).toBeUndefined()
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
    } finally {
      await db.destroy()
    }
  })
})

const DOCUMENTS = `
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
    ('spot-order-1', 'spot-order', 1, 'pending_approval', true, 1, '', '{}'),
    ('spot-order-2', 'spot-order', 1, 'executed', false, 1, '', '{}'),
    ('user-1', 'user', 1, 'active', false, 1, '', '{"role": "user"}'),
    ('user-2', 'user', 2, 'active', false, 1, '', '{"role": "admin"}'),
    ('user-3', 'user', 3, 'disabled', false, 1, '', '{"role": "user"}'),
    ('address-book-9', 'address-book', 9, 'open', false, 1, '', '{}')`
