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
