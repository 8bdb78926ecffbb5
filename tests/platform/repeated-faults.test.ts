import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHttpServer } from '#server/platform/http-server.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function logged() {
  const lines: string[] = []
  const logger = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) })
  const report = (name: string) =>
    repeatedFaults(logger).error(`follower ${name}`, { follower: name }, 'follower stopped')
  const seen = () => lines.splice(0).map((line) => JSON.parse(line))
  return { report, seen }
}

it('logs the first failure at once, and then once a minute with the number of failures', () => {
  const { report, seen } = logged()
  const line = { level: 50, follower: 'a', msg: 'follower stopped' }
  report('a')
  expect(seen()).toEqual([line])
  for (let second = 1; second <= 150; second += 1) {
    vi.advanceTimersByTime(SECOND_MS)
    report('a')
  }
  expect(seen()).toEqual([
    { ...line, failures: 60 },
    { ...line, failures: 60 },
  ])
})

it('counts each fault separately, and treats one that returns after ten minutes as new', () => {
  const { report, seen } = logged()
  report('a')
  report('a')
  report('b')
  expect(seen()).toMatchObject([{ follower: 'a' }, { follower: 'b' }])
  vi.advanceTimersByTime(10 * MINUTE_MS)
  report('a')
  expect(seen()).toEqual([{ level: 50, follower: 'a', msg: 'follower stopped' }])
})

it('logs an outage that fails every request once a minute', async () => {
  vi.useRealTimers()
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line) => void lines.push(line) })
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' }, { logger })
  const failing = (error: Error) => () => {
    throw error
  }
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const gone = new StoreUnavailable('s3://a', 'does not respond', { isLasting: false })
  app.get('/database', failing(refused))
  app.get('/disk', failing(full))
  app.get('/store', failing(gone))
  for (let count = 0; count < 5; count += 1) {
    for (const url of ['/database', '/disk', '/store']) {
      expect((await app.inject(url)).statusCode).toBe(503)
    }
  }
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'database unavailable',
    'no room on the disk',
    'store of uploads unavailable',
  ])
})
