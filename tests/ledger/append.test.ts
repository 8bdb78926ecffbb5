import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { readBalance } from '#tests/support/read-balance.ts'
import { adjust, adjustment } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

let users = 0n
const newUser = () => {
  users += 1n
  return users
}
const availableOf = async (owner: bigint) => (await readBalance(pool, owner, 'USDT')).available

describe('appending', () => {
  test('writes the event, its document and the balance in one commit', async () => {
    const owner = newUser()
    const command = adjustment({ owner, change: 500n })
    const result = await log.append(command)
    expect(result).toMatchObject({ outcome: 'ok', version: 1 })
    expect(await availableOf(owner)).toBe(500n)
    expect(await log.readDocument(command.stream)).toMatchObject({
      version: 1,
      state: { count: 1 },
    })
    const [event] = await log.readStream(command.stream)
    expect(event).toMatchObject({ version: 1, type: 'BalanceAdjusted', data: command.event.data })
    expect(event?.transfers).toEqual([
      { debit: -(6n * 1024n + 2n), credit: owner * 1024n + 2n, amount: 500n },
    ])
  })

  test('numbers positions without gaps when some commands are refused', async () => {
    const owner = newUser()
    const before = await log.head()
    await adjust(log, { owner, change: 10n })
    await Promise.all([
      adjust(log, { owner, change: -50n }),
      adjust(log, { owner, change: 5n }),
      adjust(log, { owner, change: 5n, expectedVersion: 3 }),
      adjust(log, { owner, change: 5n }),
    ])
    const { rows } = await pool.query('select position from event where position > $1 order by 1', [
      before,
    ])
    expect(rows.map((row) => BigInt(row.position) - before)).toEqual([1n, 2n, 3n])
  })

  test('reports a conflict for a decision on an old or a future version', async () => {
    const owner = newUser()
    const stream = `counting-${randomUUID()}`
    await adjust(log, { owner, change: 5n, stream })
    expect(await adjust(log, { owner, change: 5n, stream })).toEqual({ outcome: 'conflict' })
    expect(await adjust(log, { owner, change: 5n, stream, expectedVersion: 2 })).toEqual({
      outcome: 'conflict',
    })
    expect(await availableOf(owner)).toBe(5n)
  })

  test('returns the stream and version of the first append for a repeated key', async () => {
    const owner = newUser()
    const key = randomUUID()
    const first = adjustment({ owner, change: 5n, key })
    const done = await log.append(first)
    expect(done).toMatchObject({ outcome: 'ok' })
    const again = await adjust(log, { owner, change: 7n, key })
    expect(again).toMatchObject({ outcome: 'duplicate', stream: first.stream, version: 1 })
    expect(await availableOf(owner)).toBe(5n)
  })

  test('refuses a key that was already used for a different request', async () => {
    const owner = newUser()
    const key = randomUUID()
    await adjust(log, { owner, change: 5n, key })
    expect(await adjust(log, { owner, change: 5n, key, request: 'something else' })).toEqual({
      outcome: 'key_reused',
    })
  })

  test('applies a key once when it is sent a hundred times concurrently', async () => {
    const owner = newUser()
    const key = randomUUID()
    const results = await atOnce(100, () => adjust(log, { owner, change: 5n, key }))
    expect(results.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(results.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(99)
    expect(await availableOf(owner)).toBe(5n)
  })

  test('refuses an overdraft without refusing other commands in its group', async () => {
    const [rich, poor] = [newUser(), newUser()]
    await adjust(log, { owner: rich, change: 1_000n })
    const results = await atOnce(60, (index) =>
      adjust(log, index % 3 === 0 ? { owner: poor, change: -1n } : { owner: rich, change: -1n }),
    )
    expect(results.filter(({ outcome }) => outcome === 'overdrawn')).toHaveLength(20)
    expect(results.filter(({ outcome }) => outcome === 'ok')).toHaveLength(40)
    expect(await availableOf(rich)).toBe(960n)
    expect(await availableOf(poor)).toBe(0n)
  })

  /** Appends while both writers are kept busy, so that all these commands form one or two groups. */
  async function inOneGroup(wanted: readonly { owner: bigint; change: bigint }[]) {
    const gate = await pool.connect()
    await gate.query('begin')
    await lockTransaction(gate, LOCKS.position)
    const first = [1n, 1n].map((change) => adjust(log, { owner: newUser(), change }))
    const group = wanted.map((each) => adjust(log, each))
    await gate.query('commit')
    gate.release()
    await Promise.all(first)
    return (await Promise.all(group)).map(({ outcome }) => outcome)
  }

  test('opens the accounts of first movements within a group, in one commit', async () => {
    const known = Array.from({ length: 8 }, newUser)
    await Promise.all(known.map((owner) => adjust(log, { owner, change: 1n })))
    const newcomers = Array.from({ length: 8 }, newUser)
    const before = await log.head()
    const wanted = [...known, ...newcomers].map((owner) => ({ owner, change: 3n }))
    expect(new Set(await inOneGroup(wanted))).toEqual(new Set(['ok']))
    expect(await Promise.all(newcomers.map(availableOf))).toEqual(newcomers.map(() => 3n))
    // The first two appends, and the groups of the other 16.
    const { rows } = await pool.query(
      'select count(distinct xmin::text)::int as commits from event where position > $1',
      [before],
    )
    expect(rows[0].commits).toBeLessThanOrEqual(4)
  })

  test('opens an account once for many simultaneous first movements', async () => {
    const owner = newUser()
    const results = await atOnce(100, () => adjust(log, { owner, change: 3n }))
    expect(results.filter(({ outcome }) => outcome === 'ok')).toHaveLength(100)
    expect(await availableOf(owner)).toBe(300n)
  })

  test('refuses a debit as a first movement, alone and in a group', async () => {
    const [alone, grouped, credited] = [newUser(), newUser(), newUser()]
    expect(await adjust(log, { owner: alone, change: -1n })).toEqual({ outcome: 'overdrawn' })
    const outcomes = await inOneGroup([
      { owner: grouped, change: -1n },
      { owner: credited, change: -1n },
      { owner: credited, change: 2n },
      { owner: credited, change: -2n },
    ])
    expect(outcomes).toEqual(['overdrawn', 'overdrawn', 'ok', 'ok'])
    expect(await Promise.all([alone, grouped, credited].map(availableOf))).toEqual([0n, 0n, 0n])
  })

  test('accepts a small debit when a large one in the same group is refused', async () => {
    const owner = newUser()
    await adjust(log, { owner, change: 10n })
    const outcomes = await inOneGroup([-5n, -6n, -4n].map((change) => ({ owner, change })))
    expect(outcomes).toEqual(['ok', 'overdrawn', 'ok'])
    expect(await availableOf(owner)).toBe(1n)
  })

  test('accepts only one of a hundred concurrent orders for the whole balance', async () => {
    const owner = newUser()
    await adjust(log, { owner, change: 7n })
    const results = await atOnce(100, () => adjust(log, { owner, change: -7n }))
    expect(results.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(await availableOf(owner)).toBe(0n)
  })

  test('text that the database cannot store fails only its own command', async () => {
    const owner = newUser()
    const bad = adjustment({ owner, change: 1n })
    const poisoned = { ...bad, state: { note: 'a\u0000b' } }
    const results = await Promise.allSettled([
      adjust(log, { owner, change: 1n }),
      log.append(poisoned),
      log.append({ ...bad, key: 'no uuid' }),
      adjust(log, { owner, change: 1n }),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await availableOf(owner)).toBe(2n)
  })

  test('a database constraint rejects a negative balance', async () => {
    const owner = newUser()
    await adjust(log, { owner, change: 1n })
    await expect(
      pool.query('update balance set amount = -1 where account = $1', [owner * 1024n + 2n]),
    ).rejects.toThrow(/balance_amount_check/)
  })
})
