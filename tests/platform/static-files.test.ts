import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createHttpServer } from '#server/platform/http-server.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import { serveApp } from '#server/platform/static-files.ts'
import { SHARE_PATH } from '#shared/rules/shared-screenshot.ts'

const outside = await mkdtemp(join(tmpdir(), 'exchange-test-app-'))
afterAll(() => rm(outside, { recursive: true, force: true }))
await writeFile(join(outside, 'secret.js'), 'a secret')
const folder = join(outside, 'app')
await mkdir(join(folder, 'assets'), { recursive: true })
await writeFile(join(folder, 'index.html'), '<title>Keel</title>')
await writeFile(join(folder, 'verify.html'), '<title>Check a proof</title>')
await writeFile(join(folder, 'assets', 'start-1.js'), 'start()')
await writeFile(join(folder, 'assets', 'start-1.js.br'), 'smaller')
const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
serveApp(app, folder, noLimits)

it('redirects a share that no service worker handles to the deposit dialog, without reading it', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await app.inject({
    method: 'POST',
    url: SHARE_PATH,
    headers,
    payload: 'no form',
  })
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toBe('/?open=deposit&shared=failed')
})

it('lets only pages of this origin use the camera', async () => {
  const page = await app.inject({ url: '/profile', headers: { accept: 'text/html' } })
  expect(page.body).toContain('<title>Keel</title>')
  expect(page.headers['permissions-policy']).toContain('camera=(self)')
})

it('offers the page that checks proofs as a file, which a browser saves', async () => {
  const page = await app.inject({ url: '/verify.html', headers: { accept: 'text/html' } })
  expect(page.body).toContain('Check a proof')
  expect(page.headers['content-disposition']).toBe('attachment; filename="verify.html"')
})

it('serves a file with a content hash for ever, compressed if the browser accepts it', async () => {
  const url = '/assets/start-1.js'
  const plain = await app.inject({ url })
  expect(plain.body).toBe('start()')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const small = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(small.body).toBe('smaller')
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers['content-type']).toBe(plain.headers['content-type'])
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

it('serves the page at the root', async () => {
  expect((await app.inject('/')).body).toContain('<title>Keel</title>')
})

it('does not count requests for files of another release as probing', async () => {
  const strict = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  serveApp(strict, folder, { take: () => Promise.resolve(60) })
  expect((await strict.inject('/unknown.js')).statusCode).toBe(429)
  expect((await strict.inject('/assets/start-2.js')).statusCode).toBe(404)
})

it.each([
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%2e%2e/%2e%2e/secret.js',
  '/assets//start-1.js',
  '/assets/start-2.js',
  '/assets/start-1.js%00',
])('serves nothing at %s', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect(body).not.toMatch(/a secret|start\(\)/)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
})
