import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Catalog } from '#server/events/catalog.ts'
import type { EventDefinition } from '#server/events/event-definition.ts'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import { headOf } from '#server/events/log-head.ts'
import { passOver } from '#server/events/pass-over.ts'
import { FEATURES } from '#server/features/index.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool } = await openTestDatabase()
const { catalog } = FEATURES

const any: EventDefinition = { version: 1, schema: z.unknown() }
const WITH_OTHERS: Catalog = new Map<string, EventDefinition>([
  ...catalog,
  ...['First', 'Second', 'Third'].map((type) => [type, any] as const),
])

/** Appends an event of any type, and returns its position. */
async function appendEvent(type: string): Promise<bigint> {
  const position = (await headOf(pool)) + 1n
  await pool.query(
    `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts)
     values ($1, $3, 1, gen_random_uuid(), '', $2, 1, '{}', '{}', '', '{}', '{}', '{}')`,
    [position, type, `next-${position}`],
  )
  return position
}

test('a follower stops before an event of a type that only a newer release knows', async () => {
  const type = 'WantedSinceTheNextRelease'
  const seen: string[] = []
  const handle = async (events: readonly { readonly type: string }[]) => {
    seen.push(...events.map((event) => event.type))
  }
  const [here, inNewerRelease] = [['DepositApproved'], ['DepositApproved', type]].map((types) =>
    eventFollower({ name: 'mails', from: 'now', types, newTypes: 'next', handle }),
  ) as [ReturnType<typeof eventFollower>, ReturnType<typeof eventFollower>]
  await registerFollower(pool, here)
  await appendEvent(type)
  expect(await passOver(pool, [here], catalog)).toEqual([here])
  await expect(stepFollower(pool, here, catalog)).rejects.toThrow(type)

  const newer: Catalog = new Map([...catalog, [type, any]])
  expect(await passOver(pool, [inNewerRelease], newer)).toEqual([inNewerRelease])
  expect(await stepFollower(pool, inNewerRelease, newer)).toBe('level')
  expect(seen).toEqual([type])
})

describe('a follower that wants more types than in the previous release', () => {
  /** Followers with one name in several releases that want these types, and the handled events. */
  function releases(newTypes: 'past' | 'next', ...wanted: string[][]) {
    const seen: bigint[] = []
    const handle = async (events: readonly { readonly position: bigint }[]) => {
      seen.push(...events.map(({ position }) => position))
    }
    const name = `wanting ${newTypes} ${Math.random()}`
    const [first, ...later] = wanted.map((types) => ({
      ...eventFollower({ name, types, newTypes, handle }),
      positionsAtOnce: 3,
    }))
    return { seen, first: first as Follower, later: later as [Follower, ...Follower[]] }
  }

  /**
   * Does what servers do: skips the types that the follower does not want, and takes the other
   * steps.
   */
  async function run(follower: Follower): Promise<void> {
    await registerFollower(pool, follower)
    for (;;) {
      const wanting = await passOver(pool, [follower], WITH_OTHERS)
      if (wanting.length === 0) return
      const outcome = await stepFollower(pool, follower, WITH_OTHERS)
      if (outcome === 'level') return
    }
  }

  async function appendSome(count: number) {
    const positions = { First: [] as bigint[], Second: [] as bigint[], Third: [] as bigint[] }
    for (let each = 0; each < count; each += 1) {
      for (const type of ['First', 'Second', 'Third'] as const) {
        positions[type].push(await appendEvent(type))
      }
    }
    return positions
  }

  const sorted = (positions: readonly bigint[]) =>
    [...positions].sort((one, other) => Number(one - other))

  test('gets its earlier events, once and in order, if it also needs past events', async () => {
    await pool.query('truncate event')
    const { seen, first, later } = releases('past', ['First'], ['First', 'Second', 'Third'])
    const before = await appendSome(5)
    await run(first)
    expect(seen).toEqual(before.First)
    seen.splice(0)
    await run(later[0])
    expect(seen).toEqual(sorted([...before.Second, ...before.Third]))
    const after = await appendSome(2)
    await run(later[0])
    expect(seen.slice(-6)).toEqual(sorted(Object.values(after).flat()))
    await run(later[0])
    expect(seen).toHaveLength(16)
  })

  test('gets none of them if it has effects', async () => {
    const { seen, first, later } = releases('next', ['First'], ['First', 'Second'])
    await appendSome(3)
    await run(first)
    seen.splice(0)
    await run(later[0])
    expect(seen).toEqual([])
    const { First, Second } = await appendSome(1)
    await run(later[0])
    expect(seen).toEqual([...First, ...Second])
  })

  test('misses none and gets none twice while servers of both releases run, or after a rollback', async () => {
    const { seen, first, later } = releases('past', ['First'], ['First', 'Second'])
    const all: bigint[] = []
    for (const follower of [first, later[0], first, first, later[0], later[0], first, later[0]]) {
      const { First, Second } = await appendSome(2)
      all.push(...First, ...Second)
      await run(follower)
    }
    expect(new Set(seen).size).toBe(seen.length)
    const earlier = seen.filter((position) => position < (all[0] as bigint))
    expect(sorted(seen)).toEqual(sorted([...earlier, ...all]))
  })

  test('continues where it was if its types were not recorded yet', async () => {
    const { seen, first } = releases('past', ['First', 'Second'])
    await appendSome(1)
    await run(first)
    seen.splice(0)
    await pool.query('update checkpoint set types = null where name = $1', [first.name])
    await run(first)
    expect(seen).toEqual([])
    const { First, Second } = await appendSome(1)
    await run(first)
    expect(seen).toEqual([...First, ...Second])
  })
})
