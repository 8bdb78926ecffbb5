import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import { idempotencyKey, keySortedByTime, requestHash } from '#server/events/idempotency.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { sortedKey } from '#shared/ids.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { type Adjusted, adjust, adjusted, adjustment, counting } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { readBalance } from '#tests/support/read-balance.ts'

const { url, pool } = await openTestDatabase()
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
afterAll(() => log.close())

type Input = CommandInput<{ count: number }, Adjusted>

function command(wanted: Partial<Input> & { change?: bigint } = {}): Input {
  const { change = 5n, ...given } = wanted
  return {
    aggregate: counting,
    id: randomUUID(),
    owner: 1n,
    key: { header: randomUUID(), actorId: 'one user' },
    requestHash: requestHash({ change: String(change) }),
    metadata: adjustment({ owner: 1n, change }).metadata,
    decideWith: () => adjusted(change),
    ...given,
  }
}

describe('handling a command', () => {
  test('decides on the state, appends the event and returns the new state', async () => {
    const id = randomUUID()
    const seen: unknown[] = []
    for (const expected of [1, 2, 3]) {
      const result = await handleCommand(
        log,
        command({
          id,
          decideWith: (state) => {
            seen.push(state)
            return adjusted(5n)
          },
        }),
      )
      expect(result).toMatchObject({
        id,
        version: expected,
        state: { count: expected },
        replayed: false,
      })
    }
    expect(seen).toEqual([{ count: 0 }, { count: 1 }, { count: 2 }])
  })

  test('returns the first result for a repeated key after the stream has moved on', async () => {
    const first = command()
    const done = await handleCommand(log, first)
    await handleCommand(log, command({ id: first.id }))
    const again = await handleCommand(log, first)
    expect(done).toMatchObject({ version: 1, replayed: false })
    expect(again).toEqual({ ...done, replayed: true })
  })

  test('returns the first result for a repeated key when the decider would now refuse', async () => {
    const first = command({
      decideWith: (state) => (state.count > 0 ? refuse('item.unknown') : adjusted(5n)),
    })
    const done = await handleCommand(log, first)
    expect(await handleCommand(log, first)).toEqual({ ...done, replayed: true })
    expect(await handleCommand(log, { ...first, key: command().key })).toMatchObject({
      refused: 'item.unknown',
    })
  })

  test('returns the first id for a repeated creation', async () => {
    const first = command()
    await handleCommand(log, first)
    const again = await handleCommand(log, { ...first, id: randomUUID() })
    expect(again).toMatchObject({ id: first.id, replayed: true })
  })

  test('refuses one of two different requests that race with the same key', async () => {
    const first = command()
    const other = command({ key: first.key, change: 6n })
    const results = await Promise.all([handleCommand(log, first), handleCommand(log, other)])
    const refusals = results.filter(isRefusal)
    expect(refusals).toEqual([{ refused: 'idempotency.key_reused' }])
  })

  test('keys of different users are independent', async () => {
    const header = randomUUID()
    const results = await Promise.all(
      ['one', 'another'].map((actorId) =>
        handleCommand(log, command({ key: { header, actorId } })),
      ),
    )
    expect(results).toMatchObject([{ replayed: false }, { replayed: false }])
  })

  test('a system command takes effect once per system key', async () => {
    const systemKey = `settle ${randomUUID()}`
    const settle = command({ key: null, systemKey })
    expect(await handleCommand(log, settle)).toMatchObject({ replayed: false })
    expect(await handleCommand(log, settle)).toMatchObject({ replayed: true })
  })

  test('keys made at the same time are adjacent in the log, and still belong to their actor', async () => {
    const header = sortedKey(Date.now(), randomUUID())
    const [actorId, another] = [randomUUID(), randomUUID()]
    for (const each of [actorId, another]) {
      const named = command({ key: { header, actorId: each } })
      expect(await handleCommand(log, named)).toMatchObject({ replayed: false })
      expect(await handleCommand(log, named)).toMatchObject({ replayed: true })
    }
    const { rows } = await pool.query<{ key: string }>(
      'select key from event order by position desc limit 2',
    )
    expect(rows.map(({ key }) => key.slice(0, 13))).toEqual([0, 1].map(() => header.slice(0, 13)))
    expect(rows[1]?.key).toBe(await log.keyOf(actorId, header))
    expect(rows[0]?.key.slice(13)).not.toBe(rows[1]?.key.slice(13))
  })

  test('a key from before the change, or of another kind, is hashed as before', () => {
    const header = sortedKey(Date.now(), randomUUID())
    const madeMs = Number.parseInt(header.replace('-', '').slice(0, 12), 16)
    const isHashed = (text: string, sinceMs: number) =>
      keySortedByTime('a user', text, sinceMs) === idempotencyKey('a user', text)
    expect(isHashed(header, madeMs + 1)).toBe(true)
    expect(isHashed(header, madeMs)).toBe(false)
    expect(isHashed(`mature ${header}`, madeMs), 'a system key').toBe(false)
    expect(isHashed(randomUUID(), Number.NEGATIVE_INFINITY)).toBe(true)
  })

  test('decides again on the new state when another command writes to the stream', async () => {
    const id = randomUUID()
    const results = await atOnce(6, () => handleCommand(log, command({ id, owner: 2n })))
    const versions = results.map((result) => (isRefusal(result) ? 0 : result.version))
    expect(versions.sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect((await readBalance(pool, 2n, 'USDT')).available).toBe(30n)
  })

  test('of concurrent reviews, one succeeds and the decider refuses the others', async () => {
    const id = randomUUID()
    const review = () =>
      handleCommand(
        log,
        command({
          id,
          decideWith: (state) => (state.count > 0 ? refuse('item.unknown') : adjusted(5n)),
        }),
      )
    const results = await Promise.all([review(), review(), review()])
    const refusals = results.filter(isRefusal)
    expect(refusals).toEqual([{ refused: 'item.unknown' }, { refused: 'item.unknown' }])
  })

  test('money spent between decision and append gets the decider’s own refusal', async () => {
    await adjust(log, { owner: 3n, change: 10n })
    let decisions = 0
    const spend = command({
      owner: 3n,
      async decideWith() {
        decisions += 1
        const { available } = await readBalance(pool, 3n, 'USDT')
        if (available < 10n) return refuse('balance.insufficient', { available: `${available}` })
        await adjust(log, { owner: 3n, change: -4n })
        return adjusted(-10n)
      },
    })
    const result = await handleCommand(log, spend)
    expect(decisions).toBe(2)
    expect(result).toMatchObject({ details: { available: '6' } })
  })

  test('the database refuses an overdraft that the decider allowed', async () => {
    const result = await handleCommand(log, command({ owner: 4n, change: -1n }))
    expect(result).toEqual({ refused: 'balance.insufficient' })
  })
})
