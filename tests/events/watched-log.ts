import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { openTestDatabase } from '#tests/support/database.ts'

/** A log in a separate database, and followers that record the events they get. */
export async function openWatchedLog() {
  const { url, pool } = await openTestDatabase()
  const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
  afterAll(() => log.close())

  await pool.query(
    'create table seen (follower text, position bigint, primary key (follower, position))',
  )

  /** Records every position it gets; a repeated position violates the primary key. */
  function witness(options: Partial<Parameters<typeof eventFollower>[0]> = {}): Follower {
    const name = `witness ${randomUUID()}`
    return eventFollower({
      name,
      ...options,
      async handle(events, transaction) {
        for (const { position } of events) {
          await transaction.query('insert into seen values ($1, $2)', [name, position])
        }
      },
    })
  }

  async function seenBy({ name }: Follower): Promise<number[]> {
    const { rows } = await pool.query(
      'select position from seen where follower = $1 order by position',
      [name],
    )
    return rows.map((row) => Number(row.position))
  }

  return { url, pool, log, witness, seenBy }
}
