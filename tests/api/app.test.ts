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
    async () => ({ warnings: ['nothing was drilled'], facts: { drilledAt: null } }),
    async () => ({ warnings: ['nothing is signed'] }),
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

it('is not ready if the database does not respond to a feature', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const checks = [() => Promise.reject(new Error('connection terminated'))]
  serveHealth(server, { ...world.services, checks, isAppBuilt: true })
  const response = await server.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ problems: ['the database does not respond'] })
})

it('is not ready while its clock is far from that of the database', async () => {
  const server = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const { pool } = world.services
  const tenMinutesAhead = Date.now() + 600_000
  const query = async (text: string) =>
    text.includes('clock_timestamp') ? { rows: [{ ms: tenMinutesAhead }] } : pool.query(text)
  const elsewhere = Object.assign(Object.create(pool), { query })
  serveHealth(server, { ...world.services, pool: elsewhere, checks: [], isAppBuilt: true })
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
  const { backgroundPool: pool } = world.services
  const taken = Array.from({ length: pool.options.max }, () => pool.connect())
  await eventually(() => expect([pool.totalCount, pool.idleCount]).toEqual([pool.options.max, 0]))
  const user = await newUser(world)
  expect((await user.client.send(listOwnDeposits)).status).toBe(200)
  // A released client goes to the next waiting caller.
  for (const client of taken) void client.then((each) => each.release())
  await Promise.all(taken)
})

it('warns about a stalled follower but stays ready, because all processes share it', async () => {
  const { pool } = world.database
  await newUser(world)
  await pool.query(`update event set recorded_at = recorded_at - interval '2 minutes'`)
  await pool.query(`insert into checkpoint (name, position) values ('asleep', 0)`)
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json().problems]).toEqual([200, []])
  expect(response.json().warnings).toContain('follower asleep is more than a minute behind')
})
