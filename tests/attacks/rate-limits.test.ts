import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '#server/platform/config.ts'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { rateSweep } from '#server/platform/rate-leases.ts'
import { LIMITS } from '#server/platform/rate-limits.ts'
import { logIn, signUp } from '#shared/contract/auth.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { openTestApp, openTestServer, type TestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { newUser } from '#tests/api/support/traders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import { limitsOfOneProcess } from '#tests/support/rate-limits.ts'

const clock = new MovableClock()
// A server that waits too long for its lease counts alone and lets more requests pass.
const limits = { rateLimits: undefined, leaseMsMax: WAIT_MS_MAX }
const testApp = await openTestApp({ ...limits, clock })
const { market: priceSource, services } = testApp
const { masterKeys } = services.config
const config = { masterKeys }
const parts = { clock, priceSource, config, ...limits }
const second = await openTestServer(testApp.database, parts)
afterAll(second.stop)
/** The smallest limit whose first request needs no lease, so that a flood takes less time. */
const ONCE_FREE = 50
/** No minute ends in the middle of a test. */
beforeEach(() => clock.advance(MINUTE_MS - (clock.now() % MINUTE_MS)))

test('a stranger with 60,000 networks cannot use up the limits of other addresses', async () => {
  const limits = limitsOfOneProcess()
  for (let network = 0; network < 60_000; network += 1) {
    for (const name of [`address ${network}`, `address ${network} POST /api/auth/login`]) {
      await limits.take(name, ONCE_FREE)
    }
  }
  const waits = await atOnce(1_000, (index) => limits.take(`address other ${index}`, 10))
  expect(waits.filter((seconds) => seconds > 0)).toEqual([])
})

test('a flood of names does not lift the limit of a later name', async () => {
  const limits = limitsOfOneProcess()
  for (let network = 0; network < 60_000; network += 1) {
    await limits.take(`address ${network}`, ONCE_FREE)
  }
  const waits = await atOnce(12, () => limits.take('address late', 10))
  expect(waits.map((seconds) => seconds > 0)).toEqual([...Array(10).fill(false), true, true])
})

describe('two servers on one database', () => {
  const serverOf = (index: number) => (index % 2 ? second : testApp)
  const passed = (statuses: readonly number[]) => statuses.filter((status) => status !== 429)

  test('let a stranger try a log-in as often as one server does', async () => {
    const remoteAddress = '192.0.2.8'
    const tries = (count: number) =>
      atOnce(count, (index) => send(logIn, { remoteAddress }, serverOf(index)))
    const [first, more] = [await tries(80), await tries(20)]
    expect(passed(first)).toHaveLength(30)
    expect(passed(more)).toEqual([])
  })

  test('let a user send at most 2 % more per server than the limit', async () => {
    const { byCaller } = LIMITS
    // Each receives more requests than the limit, so that it uses up its leases.
    const waits = await atOnce(3_000, (index) =>
      serverOf(index).services.rateLimits.take('user', byCaller),
    )
    const count = waits.filter((seconds) => seconds === 0).length
    expect(count).toBeGreaterThanOrEqual(byCaller)
    expect(count).toBeLessThanOrEqual(byCaller * 1.04)
  })

  test('store neither addresses nor users, and keep counts for only a few minutes', async () => {
    await send(logIn, { remoteAddress: '192.0.2.10' })
    const { rows } = await services.pool.query('select * from rate_count')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('192.0.2')
    clock.advance(3 * MINUTE_MS)
    await rateSweep(services).run()
    const { rows: left } = await services.pool.query('select from rate_count')
    expect(left).toEqual([])
  })

  test('count alone, and still respond, while the counts are unreachable', async () => {
    const remoteAddress = '192.0.2.11'
    const { pool } = testApp.database
    await pool.query('alter table rate_count rename to lost')
    const statuses = await atOnce(80, (index) => send(logIn, { remoteAddress }, serverOf(index)))
    await pool.query('alter table lost rename to rate_count')
    expect(passed(statuses)).toHaveLength(60)
  })
})

test('a stranger with a /48 gets no more tries than eight connections', async () => {
  const statuses: number[] = []
  for (let network = 0; network < 300; network += 1) {
    statuses.push(await send(logIn, { remoteAddress: `2001:db8:7:${network.toString(16)}::1` }))
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(240)
  expect(await send(logIn, { remoteAddress: '2001:db8:8::1' })).toBe(400)
})

test('a bearer token buys no further sign-ups from an exhausted address', async () => {
  const { client } = await newUser(testApp)
  const remoteAddress = '192.0.2.7'
  const statuses: number[] = []
  for (let sent = 0; sent < 11; sent += 1) statuses.push(await send(signUp, { remoteAddress }))
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  expect(await send(signUp, { remoteAddress, headers: client.headers(signUp) })).toBe(429)
})

describe('a proxy that TRUST_PROXY does not name is reported by /readyz', () => {
  const warningsOf = async (config: Partial<Config>, headers: Record<string, string> = {}) => {
    const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
    const mail = { smtpUrl: 'smtp://localhost', from: 'no-reply@exchange.example' }
    const base = { ...testApp.services.config, isProduction: true, mail }
    serveHealth(app, {
      ...testApp.services,
      config: { ...base, ...config },
      checks: [],
      isAppBuilt: true,
    })
    await app.inject({ url: '/healthz', headers })
    const { ready, warnings } = (await app.inject('/readyz')).json()
    expect(ready).toBe(true)
    return warnings as string[]
  }
  const shared = expect.stringContaining('All users share the rate limits of one address')

  test('if PUBLIC_URL is encrypted', async () => {
    expect(await warningsOf({ publicUrl: 'https://exchange.example' })).toEqual([shared])
  })

  test.each([{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])(
    'once a request was forwarded: %o',
    async (headers) => {
      expect(await warningsOf({ publicUrl: 'http://localhost' }, headers)).toEqual([shared])
    },
  )

  test('but not in other cases', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect(await warningsOf({ publicUrl: 'http://localhost' })).toEqual([])
    const trustedProxies = ['10.0.0.5']
    const publicUrl = 'https://exchange.example'
    expect(await warningsOf({ trustedProxies, publicUrl }, forwarded)).toEqual([])
    expect(await warningsOf({ isProduction: false }, forwarded)).toEqual([])
  })
})

type Sender = Pick<InjectOptions, 'remoteAddress' | 'headers'>

/** An empty form: a 400 shows that the limits let it pass. */
async function send(
  { path }: RouteDefinition,
  sender: Sender,
  { app }: Pick<TestServer, 'app'> = testApp,
): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: path,
    ...sender,
    body: {},
  })
  return statusCode
}
