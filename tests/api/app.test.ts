import { expect, it } from 'vitest'
import { openTestApp } from '#tests/api/support/app.ts'

const { app } = await openTestApp()

it('says that it runs and that it can work', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).json()).toEqual({ ready: true, problems: [] })
})

it('describes every mounted route in the API document', async () => {
  const document = (await app.inject('/api/docs/json')).json()
  for (const { method, path } of app.mountedRoutes) {
    const written = path.replace(/:(\w+)/g, '{$1}')
    expect(document.paths[written]).toHaveProperty(method.toLowerCase())
  }
})

it('shows the API page under a policy of its own', async () => {
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
})

it('measures requests by the route that answered, never by the address asked for', async () => {
  await app.inject('/api/files/6f1c7a52-5a0f-4d6a-9a3e-0f0c1b2a3d4e')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('route="/api/files/:id",status="401"')
  expect(body).not.toContain('6f1c7a52')
})
