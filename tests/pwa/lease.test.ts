import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { db } from '#pwa/data/db.ts'
import { withLease } from '#pwa/data/lease.ts'

afterEach(() => db.leases.clear())

it('one works at a time, and the next knows that it waited', async () => {
  const log: string[] = []
  const work = (name: string) =>
    withLease('outbox', async (waited) => {
      log.push(`${name} in${waited ? ' after waiting' : ''}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
      log.push(`${name} out`)
    })
  await Promise.all([work('a'), work('b')])
  expect(log).toEqual(['a in', 'a out', 'b in after waiting', 'b out'])
})

it('the lease of a killed tab runs out', async () => {
  await db.leases.put({ name: 'outbox', holder: 'killed', untilMs: Date.now() + 200 })
  expect(await withLease('outbox', () => Promise.resolve('done'))).toBe('done')
})
