import { describe, expect, test } from 'vitest'
import { EndedHistory } from '#server/events/connection.ts'
import { type HistoryChange, HistoryEnded, LogHistory } from '#server/events/log-history.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { url, pool } = await openTestDatabase()
const HASH = Buffer.alloc(32, 1)

/** Simulates the promotion of a standby: the database is no longer the one of the epoch. */
async function promote(): Promise<void> {
  await pool.query(`update log_epoch set history = 'another timeline'
                    where epoch = (select max(epoch) from log_epoch)`)
}

async function met(history = new LogHistory()): Promise<number> {
  const client = await pool.connect()
  try {
    return await history.meet(client)
  } finally {
    client.release()
  }
}

describe('an epoch', () => {
  test('is the same for all servers, and stays the same as long as the history does', async () => {
    const first = await met()
    expect(await met()).toBe(first)
    await promote()
    const epochs = await atOnce(8, () => met())
    expect(new Set(epochs).size).toBe(1)
    expect(epochs[0]).toBeGreaterThan(first)
    expect(Number.isSafeInteger(epochs[0])).toBe(true)
  })

  test('ends when the log lacks acknowledged events', async () => {
    const history = new LogHistory()
    const epoch = await met(history)
    const changes: HistoryChange[] = []
    history.onChange((change) => changes.push(change))
    history.acknowledge({ epoch, position: 5_000n }, HASH)
    const next = await met(history)
    expect(next).toBeGreaterThan(epoch)
    expect(changes).toEqual([
      { epoch: next, before: epoch, shared: expect.any(BigInt), seen: 5_000n },
    ])
    expect(changes[0]?.shared).toBeLessThan(5_000n)
  })

  test('is never re-entered by a server that has left it', async () => {
    const history = new LogHistory()
    await met(history)
    await promote()
    await met(history)
    await pool.query('delete from log_epoch where epoch = (select max(epoch) from log_epoch)')
    await pool.query(`update log_epoch set history = log_history()
                      where epoch = (select max(epoch) from log_epoch)`)
    await expect(met(history)).rejects.toThrow(EndedHistory)
  })

  test('is not chosen twice by standbys that do not know each other', async () => {
    await promote()
    const one = await met()
    await pool.query('delete from log_epoch where epoch = (select max(epoch) from log_epoch)')
    expect(await met()).not.toBe(one)
  })
})

test('histories share the events before the first epoch that only one of them has', async () => {
  const change = await changeBetween(
    [
      ['10', '0'],
      ['20', '70'],
    ],
    [
      ['10', '0'],
      ['30', '80'],
    ],
  )
  expect(change).toMatchObject({ before: 20, epoch: 30, shared: 70n })
})

test('a command decided in an earlier epoch is not appended', async () => {
  const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
  await adjust(log, { owner: 9_001n, symbol: 'USDT', change: 100n })
  const epoch = log.epoch() as number
  const late = { epoch: epoch - 1, owner: 9_001n, symbol: 'USDT', change: 1n }
  await expect(adjust(log, late)).rejects.toThrow(HistoryEnded)
  const { outcome } = await adjust(log, { ...late, epoch })
  expect(outcome).toBe('ok')
  await log.close()
})

type Row = readonly [epoch: string, position: string]

async function changeBetween(one: readonly Row[], other: readonly Row[]) {
  const history = new LogHistory()
  const changes: HistoryChange[] = []
  history.onChange((change) => changes.push(change))
  for (const rows of [one, other]) {
    const epochs = rows.map(([epoch]) => epoch)
    const positions = rows.map(([, position]) => position)
    const query = async () => ({ rows: [{ epochs, positions }] })
    await history.meet({ query } as never)
  }
  return changes[0]
}
