import { expect, test } from 'vitest'
import { effectKey, OutsideEffects } from '#server/platform/outside-effects.ts'

const keyAt = (position: bigint, byte = 1) => effectKey({ position, hash: Buffer.alloc(32, byte) })

test('effects of lost events are counted once, by kind', () => {
  const effects = new OutsideEffects()
  effects.note('mails', `notice ${keyAt(70n)}`)
  effects.note('mails', `notice ${keyAt(71n)}`)
  effects.note('pushes', keyAt(72n))
  effects.note('mails', 'sign-up 018f0000-0000-7000-8000-000000000001')
  expect(effects.takeAbove(70n)).toEqual({ mails: 1, pushes: 1 })
  expect(effects.takeAbove(70n)).toEqual({ mails: 0, pushes: 0 })
  expect(effects.takeAbove(69n)).toEqual({ mails: 1, pushes: 0 })
})

test('two events with the same position have different keys', () => {
  expect(keyAt(70n, 1)).not.toBe(keyAt(70n, 2))
})
