import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uuidV7 } from '#shared/ids.ts'

it('makes RFC 9562 version 7 ids from any randomness', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (epochMs, random) => {
        const id = uuidV7(epochMs, random)
        expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
        expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(epochMs)
      },
    ),
  )
})
