import { expect, test } from 'vitest'
import { gate } from '#server/platform/gate.ts'

test('never exceeds the limit of concurrent work', async () => {
  const enter = gate({ runningMax: 2, waitingMax: 100 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve))
    running -= 1
  }
  const first = Array.from({ length: 10 }, () => enter(work))
  // New work arrives just as other work ends.
  const later = first.map((one) => one.then(() => enter(work)))
  await Promise.all([...first, ...later])
  expect(most).toBe(2)
})

test('frees its slot when the work fails', async () => {
  const enter = gate({ runningMax: 1, waitingMax: 1 })
  const failing = enter(() => Promise.reject(new Error('no')))
  const next = enter(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
