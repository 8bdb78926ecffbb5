import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Catalog } from '#server/events/catalog.ts'
import {
  eventFollower,
  headOf,
  passOver,
  registerFollower,
  stepFollower,
} from '#server/events/subscription.ts'
import { FEATURES } from '#server/features/index.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool } = await openTestDatabase()
const { catalog } = FEATURES

test('a follower stops in front of a type that only a newer release knows', async () => {
  const type = 'WantedSinceTheNextRelease'
  const seen: string[] = []
  const handle = async (events: readonly { readonly type: string }[]) => {
    seen.push(...events.map((event) => event.type))
  }
  const [here, inNewerRelease] = [['DepositApproved'], ['DepositApproved', type]].map((types) =>
    eventFollower({ name: 'mails', from: 'now', types, handle }),
  ) as [ReturnType<typeof eventFollower>, ReturnType<typeof eventFollower>]
  await registerFollower(pool, here)
  const before = await headOf(pool)
  await pool.query(
    `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts)
     values ($1, 'next-1', 1, gen_random_uuid(), '', $2, 1, '{}', '{}', '', '{}', '{}', '{}')`,
    [before + 1n, type],
  )
  expect(await passOver(pool, [here], catalog)).toEqual([here])
  await expect(stepFollower(pool, here, catalog)).rejects.toThrow(type)

  const newer: Catalog = new Map([...catalog, [type, { version: 1, schema: z.unknown() }]])
  expect(await passOver(pool, [inNewerRelease], newer)).toEqual([inNewerRelease])
  expect(await stepFollower(pool, inNewerRelease, newer)).toBe('level')
  expect(seen).toEqual([type])
})
