import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pause, Wake } from '#server/events/pause.ts'
import { HOUR_MS } from '#shared/time.ts'

test('a pause ends without an error as soon as its signal aborts', async () => {
  const stopping = new AbortController()
  const pausing = pause(HOUR_MS, stopping.signal)
  stopping.abort()
  await expect(pausing).resolves.toBeUndefined()
  await expect(pause(HOUR_MS, stopping.signal)).resolves.toBeUndefined()
})

test('a finished pause leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  await pause(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('a ring before a wait ends that wait and no other', async () => {
  const wake = new Wake()
  wake.ring()
  wake.ring()
  await wake.wait()
  let isOver = false
  const next = wake.wait().then(() => {
    isOver = true
  })
  await setImmediate()
  expect(isOver).toBe(false)
  wake.ring()
  await next
})

test('a wait with a limit ends without a ring', async () => {
  await expect(new Wake().wait(1)).resolves.toBeUndefined()
})
