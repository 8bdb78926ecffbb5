import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { holdLocks } from '#server/platform/held-locks.ts'

/** A pool whose connections open when the test says so. */
function openManualPool() {
  const attempts: PromiseWithResolvers<unknown>[] = []
  const pool = {
    connect: () => {
      const attempt = Promise.withResolvers<unknown>()
      attempts.push(attempt)
      return attempt.promise
    },
  } as unknown as Pool
  const connection = () =>
    Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }), release: () => {} })
  return { pool, attempts, connection }
}

/** Lets everything run that waits for nothing else. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('all who wait after a failed connection share the next one', async () => {
  const { pool, attempts, connection } = openManualPool()
  const locks = holdLocks(pool, 100)
  const held = Array.from({ length: 20 }, (_, index) => locks.hold(String(index)))
  const outcomes = Promise.allSettled(held)
  await settled()
  expect(attempts).toHaveLength(1)
  attempts[0]?.reject(new Error('the database is down'))
  await settled()
  expect(attempts).toHaveLength(2)
  attempts[1]?.resolve(connection())
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(attempts).toHaveLength(2)
})

test('a lost connection is replaced once', async () => {
  const { pool, attempts, connection } = openManualPool()
  const locks = holdLocks(pool, 100)
  const first = locks.hold('1')
  await settled()
  const lost = connection()
  attempts[0]?.resolve(lost)
  expect((await first)?.isLost()).toBe(false)
  lost.emit('end')
  const held = Array.from({ length: 20 }, (_, index) => locks.hold(String(index)))
  await settled()
  expect(attempts).toHaveLength(2)
  attempts[1]?.resolve(connection())
  expect((await Promise.all(held)).every((lock) => lock?.isLost() === false)).toBe(true)
  expect((await first)?.isLost()).toBe(true)
})
