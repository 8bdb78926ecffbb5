import { expect, it } from 'vitest'
import { boundedPasswords } from '#server/identity/passwords.ts'
import { RefusedRequest } from '#server/platform/errors.ts'

const passwords = boundedPasswords()

it('stores passwords as salted argon2id hashes', async () => {
  const [one, two] = await Promise.all([passwords.hash('same words'), passwords.hash('same words')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify(one, 'same words')).toBe(true)
  expect(await passwords.verify(one, 'other words')).toBe(false)
})

it('accepts a password in another Unicode normalisation form', async () => {
  const composed = await passwords.hash('caf\u00e9 au lait')
  expect(await passwords.verify(composed, 'cafe\u0301 au lait')).toBe(true)
})

it('rejects every password if there is no hash', async () => {
  expect(await passwords.verify(undefined, 'any words')).toBe(false)
})

it('refuses further work as busy once the queue is full', async () => {
  const tries = Array.from({ length: 140 }, () => passwords.verify(undefined, 'a flood'))
  const outcomes = await Promise.allSettled(tries)
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  expect(refused).toHaveLength(10)
  expect(refused[0]).toBeInstanceOf(RefusedRequest)
  expect((refused[0] as RefusedRequest).refusal.refused).toBe('busy.try_later')
})
