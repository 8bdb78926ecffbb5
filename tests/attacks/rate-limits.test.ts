import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Config } from '#server/platform/config.ts'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { minuteLimits } from '#server/platform/rate-limits.ts'
import { logIn, signUp } from '#shared/contract/auth.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { newUser } from '#tests/api/support/traders.ts'

const clock = new MovableClock()
const testApp = await openTestApp({ rateLimits: minuteLimits(clock), clock })

test('a stranger with 60,000 networks cannot use up the limits of other addresses', () => {
  const limits = minuteLimits(new MovableClock())
  for (let network = 0; network < 60_000; network += 1) {
    for (const name of [`address ${network}`, `address ${network} POST /api/auth/login`]) {
      limits.take(name, 30)
    }
  }
  const waits = Array.from({ length: 1_000 }, (_, i) => limits.take(`address other ${i}`, 10))
  expect(waits.filter((seconds) => seconds > 0)).toEqual([])
})

test('a flood of names does not lift the limit of a name that comes after it', () => {
  const limits = minuteLimits(new MovableClock())
  for (let network = 0; network < 60_000; network += 1) limits.take(`address ${network}`, 30)
  const waits = Array.from({ length: 12 }, () => limits.take('address late', 10))
  expect(waits.map((seconds) => seconds > 0)).toEqual([...Array(10).fill(false), true, true])
})

test('a stranger with a /48 gets no more tries than eight lines', async () => {
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
    const base = { ...testApp.services.config, isProduction: true }
    serveHealth(app, { ...testApp.services, config: { ...base, ...config } })
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

  test('and not otherwise', async () => {
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
async function send({ path }: RouteDefinition, sender: Sender): Promise<number> {
  const { statusCode } = await testApp.app.inject({
    method: 'POST',
    url: path,
    ...sender,
    body: {},
  })
  return statusCode
}
