import { expect, test } from 'vitest'
import { RESPONSE_MS_MAX, ResponseLate, respondInTime } from '#server/platform/deadline.ts'

test('work that takes too long is reported as late, and its later failure is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(respondInTime(promise, RESPONSE_MS_MAX - 10)).rejects.toThrow(ResponseLate)
  reject(new Error('the connection ended'))
  await expect(respondInTime(Promise.resolve('done'), RESPONSE_MS_MAX - 10)).resolves.toBe('done')
})

test('a response is sent within ten seconds', () => {
  expect(RESPONSE_MS_MAX).toBeLessThan(10_000)
})
