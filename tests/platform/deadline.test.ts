import { expect, test } from 'vitest'
import { ANSWER_MS_MAX, AnswerLate, answerInTime } from '#server/platform/deadline.ts'

test('work that takes too long is reported as late, and its later failure is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(answerInTime(promise, ANSWER_MS_MAX - 10)).rejects.toThrow(AnswerLate)
  reject(new Error('the connection ended'))
  await expect(answerInTime(Promise.resolve('done'), ANSWER_MS_MAX - 10)).resolves.toBe('done')
})

test('a response is sent within ten seconds', () => {
  expect(ANSWER_MS_MAX).toBeLessThan(10_000)
})
