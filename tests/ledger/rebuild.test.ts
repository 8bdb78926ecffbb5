import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillLog } from '#scripts/bench/fill-log.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { auditLines } from '#server/projections/audit-lines.ts'
import { documents } from '#server/projections/document.ts'
import { journal } from '#server/projections/journal.ts'
import type { Projection } from '#server/projections/projection.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { userBalance } from '#server/projections/user-balance.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { adjust, counting } from './adjusting.ts'

const EVENTS = 60_000
const FOLD_MS_MIN = 1_000
const READER_MS = 4_000

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())
beforeAll(async () => {
  await fillLog(pool, EVENTS)
  // The log was filled without its balances.
  await rebuild(pool, userBalance, () => {})
})

const filled = documents([counting, { ...counting, kind: 'deposit' }])

/** Appends one command at a time, so that no command queues behind another. */
function appendOneByOne() {
  let longest = 0
  let stopped = false
  const done = (async () => {
    for (let owner = 1n; !stopped; owner = (owner % 50n) + 1n) {
      const started = performance.now()
      expect((await adjust(log, { owner, change: 9n })).outcome).toBe('ok')
      longest = Math.max(longest, performance.now() - started)
      await sleep(2)
    }
  })()
  return {
    async stop() {
      stopped = true
      await done
      return longest
    },
  }
}

/** The same fold, but long enough to distinguish waiting for it from a pause of a busy machine. */
function slowly(projection: Projection): Projection {
  return {
    ...projection,
    async advance(client, table, range) {
      if (range.after === 0n) await sleep(FOLD_MS_MIN)
      return projection.advance(client, table, range)
    },
  }
}

async function contentsOf({ table }: Projection) {
  const { rows } = await pool.query(
    `select count(*), sum(hashtextextended(${table}::text, 0)) as hash from ${table}`,
  )
  return rows[0]
}

/** The indexes, constraints and triggers of a table, by name. */
async function rulesOf({ table }: Projection) {
  const { rows } = await pool.query(
    `select indexname as name, indexdef as rule from pg_indexes where tablename = $1
     union all
     select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
     union all
     select tgname, pg_get_triggerdef(oid) from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal
     order by name, rule`,
    [table],
  )
  return rows
}

describe('a rebuild of a long log', () => {
  test.each([userBalance, journal, auditLines, filled])(
    '$name: no append waits for the fold or is lost',
    async (projection) => {
      const rules = await rulesOf(projection)
      const appending = appendOneByOne()
      const started = performance.now()
      await rebuild(pool, slowly(projection), () => {})
      const fold = performance.now() - started
      const longest = await appending.stop()
      const contents = await contentsOf(projection)
      await rebuild(pool, projection, () => {})
      // No follower runs here, so the journal lacks events appended after the swap.
      if (projection.inline) expect(await contentsOf(projection)).toEqual(contents)
      expect(await rulesOf(projection)).toEqual(rules)
      // A busy machine may pause an append for longer, but never for as long as the fold takes.
      expect(longest).toBeLessThan(fold / 2)
    },
  )

  test('appends do not wait behind a table swap that waits for a reader', async () => {
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select count(*) from balance')
    const appending = appendOneByOne()
    let isRebuilt = false
    const rebuilding = rebuild(pool, userBalance, () => {}).then(() => {
      isRebuilt = true
    })
    const started = performance.now()
    await sleep(READER_MS)
    expect(isRebuilt).toBe(false)
    await reader.query('commit')
    reader.release()
    const waited = performance.now() - started
    await rebuilding
    // As above: a queued append would have waited as long as the reader.
    expect(await appending.stop()).toBeLessThan(waited / 2)
    const contents = await contentsOf(userBalance)
    await rebuild(pool, userBalance, () => {})
    expect(await contentsOf(userBalance)).toEqual(contents)
  })
})
