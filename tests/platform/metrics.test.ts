import { expect, it } from 'vitest'
import { createHttpServer } from '#server/platform/http-server.ts'
import { createMetrics, serveMetrics } from '#server/platform/metrics.ts'

const TOKEN = 'a-token-of-the-operator'

function open(config: { metricsToken: string | undefined; isProduction: boolean }) {
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  serveMetrics(app, createMetrics(), config)
  return async (authorization?: string) => {
    const headers = authorization ? { authorization } : {}
    return (await app.inject({ url: '/metrics', headers })).statusCode
  }
}

it('shows metrics in production only with the operator’s token', async () => {
  const get = open({ metricsToken: TOKEN, isProduction: true })
  expect(await get()).toBe(403)
  expect(await get('Bearer undefined')).toBe(403)
  expect(await get(`Bearer ${TOKEN}`)).toBe(200)
})

it('hides metrics in production if no token is configured', async () => {
  const get = open({ metricsToken: undefined, isProduction: true })
  expect(await get()).toBe(403)
  expect(await get('Bearer undefined')).toBe(403)
})

it('leaves out a gauge that cannot be read in time, counts it, and shows the others', async () => {
  const metrics = createMetrics()
  const read = () => Promise.reject(new Error('the database does not respond'))
  let reads = 0
  const hang = () => {
    reads += 1
    return new Promise<number>(() => {})
  }
  metrics.gauge({ name: 'jobs_waiting', help: 'Due', read })
  metrics.gauge({ name: 'jobs_given_up', help: 'Given up', read: hang })
  metrics.gauge({ name: 'log_appends_under_way', help: 'Commands', read: () => 3 })
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  serveMetrics(app, metrics, { metricsToken: undefined, isProduction: false })
  for (const count of [1, 2]) {
    const { statusCode, body } = await app.inject('/metrics')
    expect(statusCode).toBe(200)
    const lines = body.split('\n')
    expect(lines).toContain('log_appends_under_way 3')
    expect(lines).toContain(`metric_read_failures_total{name="jobs_waiting"} ${count}`)
    expect(lines).toContain(`metric_read_failures_total{name="jobs_given_up"} ${count}`)
    expect(body).not.toMatch(/^jobs_/m)
  }
  // A read that hangs is not started again.
  expect(reads).toBe(1)
})

it('shows the memory of the process and the delay of its event loop', async () => {
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  serveMetrics(app, createMetrics(), { metricsToken: undefined, isProduction: false })
  const { body } = await app.inject('/metrics')
  expect(body).toMatch(/^process_resident_memory_bytes \d/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})
