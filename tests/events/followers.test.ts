import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Catalog } from '#server/events/catalog.ts'
import { type Follower, rangeFollower } from '#server/events/follower.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { openWatchedLog } from './watched-log.ts'

const { url, pool, log, witness, seenBy } = await openWatchedLog()

const run = (
  followers: readonly Follower[],
  onFault: (follower: string, error: unknown) => void = (_, error) => {
    throw error
  },
) => runFollowers({ connectionString: url, pool, catalog: FEATURES.catalog, followers, onFault })

const positionsUpTo = (head: bigint) => Array.from({ length: Number(head) }, (_, at) => at + 1)

/** Adds an event as another process would, possibly of a newer release. */
async function insertEvent(
  db: Pick<PoolClient, 'query'>,
  { stream, type, version }: { stream: string; type: string; version: number },
): Promise<void> {
  await db.query(
    `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts)
     select max(position) + 1, $1, 1, gen_random_uuid(), '', $2, $3, '{}', '{}', '', '{}', '{}', '{}'
     from event`,
    [stream, type, version],
  )
}

describe('a follower', () => {
  test('sees an event that commits late, and every event committed before it', async () => {
    const follower = witness()
    const running = run([follower])
    const late = await pool.connect()
    await late.query('begin')
    // The late transaction holds a balance row, like an append that is blocked for a while.
    await late.query('insert into balance values (999999, 0)')
    for (let count = 0; count < 20; count += 1) await adjust(log, { owner: 1n, change: 5n })
    const others = await log.head()
    expect(await waitForPosition(pool, { follower: follower.name, position: others })).toBe(true)

    // It takes its position and makes later appends wait until it commits.
    await lockTransaction(late, LOCKS.position)
    await insertEvent(late, { stream: 'late-1', type: 'BalanceAdjusted', version: 1 })
    const behind = Array.from({ length: 10 }, () => adjust(log, { owner: 2n, change: 5n }))
    await sleep(100)
    expect(await seenBy(follower)).toEqual(positionsUpTo(others))
    await late.query('commit')
    late.release()
    await Promise.all(behind)

    const head = await log.head()
    expect(head).toBe(others + 11n)
    expect(await waitForPosition(pool, { follower: follower.name, position: head })).toBe(true)
    expect(await seenBy(follower)).toEqual(positionsUpTo(head))
    await running.stop()
  })

  test('sees each event once when several processes run it', async () => {
    const follower = witness({ types: ['BalanceAdjusted'] })
    const unconcerned = witness({ types: ['DepositApproved'] })
    const copies = [1, 2, 3].map(() => run([follower, unconcerned]))
    const logs = [log, openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })]
    await atOnce(200, (count) =>
      adjust(logs[count % 2] as typeof log, { owner: BigInt(10 + (count % 7)), change: 3n }),
    )
    const head = await log.head()
    expect(await waitForPosition(pool, { follower: follower.name, position: head })).toBe(true)
    expect(await seenBy(follower)).toEqual(positionsUpTo(head))
    expect(await waitForPosition(pool, { follower: unconcerned.name, position: head })).toBe(true)
    await Promise.all(copies.map((copy) => copy.stop()))
    await logs[1]?.close()
  })

  test('retries a failed step after rolling back its writes and checkpoint', async () => {
    let failures = 2
    const follower = witness()
    const flaky: Follower = {
      ...follower,
      async advance(transaction, range) {
        await follower.advance(transaction, range, FEATURES.catalog)
        failures -= 1
        if (failures >= 0) throw new Error('the world is failing')
      },
    }
    const faults: unknown[] = []
    const running = run([flaky], (_, error) => faults.push(error))
    await adjust(log, { owner: 3n, change: 5n })
    const position = await log.head()
    expect(await waitForPosition(pool, { follower: flaky.name, position })).toBe(true)
    expect(faults).toHaveLength(2)
    expect(await seenBy(flaky)).toEqual(positionsUpTo(position))
    await running.stop()
  })

  test('steps with others in one transaction, and continues if one of them fails', async () => {
    const [sound, failing] = [witness({ from: 'now' }), witness({ from: 'now' })]
    let fails = true
    const faults: string[] = []
    const running = run(
      [
        { ...sound, together: true },
        {
          ...failing,
          together: true,
          async advance(...step) {
            await failing.advance(...step)
            if (fails) throw new Error('the world is failing')
          },
        },
      ],
      (follower) => faults.push(follower),
    )
    await waitForPosition(pool, { follower: failing.name, position: await log.head() })
    await adjust(log, { owner: 3n, change: 5n })
    const position = await log.head()
    expect(await waitForPosition(pool, { follower: sound.name, position })).toBe(true)
    await expect.poll(() => [...new Set(faults)]).toEqual([failing.name])
    expect(await seenBy(failing)).toEqual([])
    fails = false
    expect(await waitForPosition(pool, { follower: failing.name, position })).toBe(true)
    expect(await seenBy(failing)).toEqual([Number(position)])
    expect(await seenBy(sound)).toEqual([Number(position)])
    await running.stop()
  })

  test('can start with the next event, and can read only some event types', async () => {
    await adjust(log, { owner: 4n, change: 5n })
    const fromNow = witness({ from: 'now' })
    const ofNoType = witness({ types: ['DepositApproved'] })
    const running = run([fromNow, ofNoType])
    const before = await log.head()
    await waitForPosition(pool, { follower: fromNow.name, position: before })
    await adjust(log, { owner: 4n, change: 5n })
    const position = await log.head()
    expect(await waitForPosition(pool, { follower: fromNow.name, position })).toBe(true)
    expect(await waitForPosition(pool, { follower: ofNoType.name, position })).toBe(true)
    expect(await seenBy(fromNow)).toEqual([Number(position)])
    expect(await seenBy(ofNoType)).toEqual([])
    await running.stop()
  })

  test.each([
    ['version', 'BalanceAdjusted', 2],
    ['type', 'NeverHappened', 1],
  ])('stops at an event of a new %s until its release runs', async (_, type, version) => {
    const events = witness({ from: 'now' })
    const sums = rangeFollower({
      name: `sums ${randomUUID()}`,
      from: 'now',
      async advance(transaction, { after, upTo }) {
        await transaction.query(
          `insert into seen select $3, position from event where position > $1 and position <= $2`,
          [after, upTo, sums.name],
        )
      },
    })
    for (const follower of [events, sums]) await registerFollower(pool, follower)
    await adjust(log, { owner: 7n, change: 5n })
    const stream = `counting-${randomUUID()}`
    await insertEvent(pool, { stream, type, version })
    const position = Number(await log.head())
    const faults = new Map<string, string>()
    const running = run([events, { ...sums, together: true }], (follower, error) =>
      faults.set(follower, String(error)),
    )
    await expect.poll(() => [...faults.keys()].sort()).toEqual([events.name, sums.name].sort())
    for (const fault of faults.values()) {
      expect(fault).toContain(`${stream} has an event ${type} of version ${version}, and this`)
    }
    expect([await seenBy(events), await seenBy(sums)]).toEqual([[], []])
    await running.stop()

    const newer: Catalog = new Map([
      ...FEATURES.catalog,
      [type, { version, schema: z.unknown(), upcasters: { 1: (data) => data } }],
    ])
    for (const follower of [events, sums]) {
      // PostgreSQL may not have noticed yet that the connection of the failed step is closed.
      expect(await stepFollower(pool, follower, newer, 'wait')).toBe('level')
      expect(await seenBy(follower)).toEqual([position - 1, position])
    }
    await pool.query(`delete from event where stream = $1`, [stream])
  })
})
