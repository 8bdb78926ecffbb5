import { describe, expect, test } from 'vitest'
import type { Follower } from '#server/events/follower.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import { headOf } from '#server/events/log-head.ts'
import { passOver } from '#server/events/pass-over.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { openWatchedLog } from './watched-log.ts'

const { url, pool, log, witness, seenBy } = await openWatchedLog()

const run = (followers: readonly Follower[]) =>
  runFollowers({
    connectionString: url,
    pool,
    catalog: FEATURES.catalog,
    followers,
    onFault: (_, error) => {
      throw error
    },
  })

describe('a step of a follower', () => {
  test('has caught up with the log after reading it to the end', async () => {
    const follower = witness()
    const running = run([follower])
    await waitForPosition(pool, { follower: follower.name, position: await headOf(pool) })
    await running.stop()
    expect(await stepFollower(pool, follower, FEATURES.catalog)).toBe('level')
  })

  test('reports after each step whether more events are waiting', async () => {
    const follower = { ...witness({ from: 'now' }), positionsAtOnce: 2 }
    await registerFollower(pool, follower)
    for (let count = 0; count < 3; count += 1) await adjust(log, { owner: 5n, change: 5n })
    const outcomes = [
      await stepFollower(pool, follower, FEATURES.catalog),
      await stepFollower(pool, follower, FEATURES.catalog),
    ]
    expect(outcomes).toEqual(['ahead', 'level'])
    expect(await seenBy(follower)).toHaveLength(3)

    const other = await pool.connect()
    await other.query('begin')
    await other.query('select from checkpoint where name = $1 for update', [follower.name])
    expect(await stepFollower(pool, follower, FEATURES.catalog)).toBe('taken')
    await other.query('rollback')
    other.release()
  })

  test('skips events of unwanted types, and steps only for the others', async () => {
    const wanting = witness({ from: 'now', types: ['DepositApproved', 'BalanceAdjusted'] })
    const unconcerned = witness({ from: 'now', types: ['DepositApproved'] })
    const ofAllTypes = witness({ from: 'now' })
    const followers = [wanting, unconcerned, ofAllTypes]
    for (const follower of followers) await registerFollower(pool, follower)
    expect(await passOver(pool, followers, FEATURES.catalog)).toEqual([])
    await adjust(log, { owner: 6n, change: 5n })
    expect(await passOver(pool, followers, FEATURES.catalog)).toEqual([wanting, ofAllTypes])
    expect(await stepFollower(pool, unconcerned, FEATURES.catalog)).toBe('level')
    await stepFollower(pool, wanting, FEATURES.catalog)
    expect(await seenBy(wanting)).toEqual([Number(await log.head())])
  })

  test('stays where it is while another process holds its checkpoint', async () => {
    const unconcerned = witness({ from: 'now', types: ['DepositApproved'] })
    await registerFollower(pool, unconcerned)
    await adjust(log, { owner: 6n, change: 5n })
    const other = await pool.connect()
    await other.query('begin')
    await other.query('select from checkpoint where name = $1 for update', [unconcerned.name])
    await passOver(pool, [unconcerned], FEATURES.catalog)
    const { rows } = await other.query(
      `select (select max(position) from event) - position as behind
       from checkpoint where name = $1`,
      [unconcerned.name],
    )
    await other.query('rollback')
    other.release()
    expect(rows).toEqual([{ behind: '1' }])
  })

  test('waiting for a position returns false on timeout', async () => {
    const follower = { follower: 'unregistered', position: 1n }
    expect(await waitForPosition(pool, follower, 20)).toBe(false)
  })
})
