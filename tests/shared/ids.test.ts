import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortedKey, uuidV7 } from '#shared/ids.ts'

it('makes RFC 9562 version 7 ids from any randomness', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.uuid({ version: 4 }),
      (epochMs, random) => {
        const id = uuidV7(epochMs, random)
        expect(id).toMatch(VERSION_7)
        expect(msOf(id)).toBe(epochMs)
      },
    ),
  )
})

it('makes keys that sort in order of creation, even within a millisecond and when the clock goes back', () => {
  const startMs = msOf(sortedKey(0, randomUUID())) + 1_000
  const clock = [startMs, startMs, startMs, startMs - 500, startMs + 60_000]
  const keys = clock.map((nowMs) => sortedKey(nowMs, randomUUID()))
  for (const key of keys) expect(key).toMatch(VERSION_7)
  expect(keys.toSorted()).toEqual(keys)
  expect(keys.map((key) => msOf(key) - startMs)).toEqual([0, 1, 2, 3, 60_000])
  expect(new Set(keys.map((key) => key.slice(15))).size, 'each is random too').toBe(keys.length)
})

const VERSION_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

function msOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}
