import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { expandKey, keyExpander } from '#server/platform/cipher.ts'

test('keys are expanded as RFC 5869 defines it, one after another and one at a time', () => {
  const purposes = ['', 'leaves of liabilities, position 77', 'x'.repeat(200)]
  for (const purpose of purposes) {
    const expand = keyExpander(purpose)
    for (let turn = 0; turn < 100; turn += 1) {
      const key = randomBytes(32)
      const defined = createHmac('sha256', key).update(`${purpose}\u0001`).digest('hex')
      expect(expand(key).toString('hex')).toBe(defined)
      expect(expandKey(key, purpose).toString('hex')).toBe(defined)
    }
  }
})
