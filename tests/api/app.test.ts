import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { listOwnDeposits } from '#shared/contract/deposits.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { newUser } from '#tests/api/support/traders.ts'
import { eventually } from '#tests/support/wait.ts'

const world = await openTestApp()
const { app } = world

it('reports health and readiness', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).json()).toMatchObject({ ready: true, problems: [] })
})

it('warns in production about an app that is not built and mails that are not sent', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const config = { ...world.services.config, isProduction: true }
  serveHealth(server, { ...world.services, config, checks: [], isAppBuilt: false })
  const { ready, warnings } = (await server.inject('/readyz')).json()
  expect(ready).toBe(true)
  expect(warnings).toEqual([
    'the app is not built, so only the API is served: run "npm run build"',
    'mails are files that no one receives: set SMTP_URL and MAIL_FROM',
  ])
})

it('reports findings of features and stays ready', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const checks = [
    {
      name: 'drills',
      run: async () => ({ warnings: ['nothing was drilled'], facts: { drilledAt: null } }),
    },
    { name: 'signing', run: async () => ({ warnings: ['nothing is signed'] }) },
  ]
  serveHealth(server, { ...world.services, checks, isAppBuilt: true })
  const response = await server.inject('/readyz')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    ready: true,
    warnings: expect.arrayContaining(['nothing was drilled', 'nothing is signed']),
    drilledAt: null,
  })
})

it('is not ready if the database does not respond', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const healthPool = poolWith(() => Promise.reject(refused))
  serveHealth(server, { ...world.services, healthPool, checks: [], isAppBuilt: true })
  const response = await server.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ problems: ['the database does not respond'] })
})

it('warns about a check that fails or does not finish, and stays ready', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' }, { logger })
  const checks = [
    { name: 'signing', run: () => Promise.reject(new Error('a bug')) },
    { name: 'drills', run: () => new Promise<never>(() => {}) },
  ]
  const healthPool = poolWith((text) =>
    text.includes('kysely_migration')
      ? Promise.reject(new Error('permission denied'))
      : world.services.healthPool.query(text),
  )
  serveHealth(server, { ...world.services, healthPool, checks, isAppBuilt: true })
  const response = await server.inject('/readyz')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    ready: true,
    problems: [],
    warnings: expect.arrayContaining([
      'the check schema failed: see the log',
      'the check signing failed: see the log',
      'the check drills got no response in time',
    ]),
  })
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(
    expect.arrayContaining(['permission denied', 'a bug']),
  )
})

it('is ready while all connections for requests and background work are busy', async () => {
  const { pool, backgroundPool } = world.services
  const releases = await Promise.all([takeAll(pool), takeAll(backgroundPool)])
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json().problems]).toEqual([200, []])
  for (const release of releases) await release()
})

it('runs a check at most once a second, however often readiness is requested', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  let runs = 0
  const run = async () => {
    runs += 1
    return { warnings: [`run ${runs}`] }
  }
  const checks = [{ name: 'counting', run }]
  serveHealth(server, { ...world.services, checks, isAppBuilt: true })
  const startedAt = performance.now()
  const responses = await Promise.all(Array.from({ length: 20 }, () => server.inject('/readyz')))
  for (const response of responses) expect(response.json().warnings).toContain('run 1')
  await eventually(async () => {
    expect((await server.inject('/readyz')).json().warnings).toContain('run 2')
  })
  expect(performance.now() - startedAt).toBeGreaterThan(900)
})

it('is not ready while its clock is far from that of the database', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const tenMinutesAhead = Date.now() + 600_000
  const healthPool = poolWith(async (text) =>
    text.includes('clock_timestamp')
      ? { rows: [{ ms: tenMinutesAhead }] }
      : world.services.healthPool.query(text),
  )
  serveHealth(server, { ...world.services, healthPool, checks: [], isAppBuilt: true })
  const readiness = await server.inject('/readyz')
  expect(readiness.statusCode).toBe(503)
  expect(readiness.json().problems).toEqual([
    expect.stringMatching(/^The clock of this server is \d+ s behind the database's/),
  ])
})

it('keeps serving until load balancers notice that it is shutting down', async () => {
  const leaving = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  serveHealth(leaving, { ...world.services, checks: [], isAppBuilt: true })
  expect((await leaving.inject('/readyz')).statusCode).toBe(200)
  await leaving.drain.begin(0)
  const readiness = await leaving.inject('/readyz')
  expect(readiness.statusCode).toBe(503)
  expect(readiness.json()).toMatchObject({ problems: ['the server is about to close'] })
  const response = await leaving.inject('/healthz')
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
})

it('describes every mounted route in the API document', async () => {
  const document = (await app.inject('/api/docs/json')).json()
  for (const { method, path } of app.mountedRoutes) {
    const written = path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}')
    expect(document.paths[written]).toHaveProperty(method.toLowerCase())
  }
})

it('serves the API page with its own content security policy', async () => {
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
})

it('measures requests by route, never by URL', async () => {
  await app.inject('/api/files/6f1c7a52-5a0f-4d6a-9a3e-0f0c1b2a3d4e')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('route="/api/files/:id",status="401"')
  expect(body).not.toContain('6f1c7a52')
})

it('exposes the gauges an operator needs', async () => {
  // Followers appear once they have registered their checkpoints.
  await eventually(async () => {
    const { body } = await app.inject('/metrics')
    for (const name of ['price_age_seconds', 'jobs_waiting', 'log_appends_under_way']) {
      expect(body).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    expect(body).toMatch(/^follower_lag_events\{name="[\w-]+"\} 0$/m)
  })
})

it('responds to requests while background work uses all its connections', async () => {
  const release = await takeAll(world.services.backgroundPool)
  const user = await newUser(world)
  expect((await user.client.send(listOwnDeposits)).status).toBe(200)
  await release()
})

it('warns about a stalled follower but stays ready, because all processes share it', async () => {
  const { pool } = world.database
  await newUser(world)
  await pool.query(`update event set recorded_at = recorded_at - interval '2 minutes'`)
  await pool.query(`insert into checkpoint (name, position) values ('asleep', 0)`)
  await eventually(async () => {
    const response = await app.inject('/readyz')
    expect([response.statusCode, response.json().problems]).toEqual([200, []])
    expect(response.json().warnings).toContain('follower asleep is more than a minute behind')
  })
})

/** The pool of health checks, with other responses. */
function poolWith(query: (text: string) => Promise<unknown>): Pool {
  return Object.assign(Object.create(world.services.healthPool), { query })
}

/** Takes every connection of a pool. @returns what gives them back */
async function takeAll(pool: Pool): Promise<() => Promise<void>> {
  const { max } = pool.options
  const taken = Array.from({ length: max }, () => pool.connect())
  await eventually(() => expect([pool.totalCount, pool.idleCount]).toEqual([max, 0]))
  return async () => {
    // A released client goes to the next waiting caller.
    for (const client of taken) void client.then((each) => each.release())
    await Promise.all(taken)
  }
}
