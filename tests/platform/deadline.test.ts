import { expect, test } from 'vitest'
import { AnswerLate, answerInTime } from '#server/platform/deadline.ts'

test('work that takes too long is late, and its failure afterwards is dropped', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(answerInTime(promise, 8_990)).rejects.toThrow(AnswerLate)
  reject(new Error('the connection ended'))
  await expect(answerInTime(Promise.resolve('done'), 8_990)).resolves.toBe('done')
})
