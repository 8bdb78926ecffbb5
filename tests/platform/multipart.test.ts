import { pbkdf2 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readForm } from '#server/platform/multipart.ts'

const BOUNDARY = 'between-parts'
const BEGINNING = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="screenshot"; filename="a.jpg"',
  'content-type: image/jpeg',
  '',
  'the beginning of a picture',
].join('\r\n')

test('a form fails after its file was opened, so that the file does not appear later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-multipart-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'screenshot')
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(multipart)
  const screenshot = { required: true, bytesMax: 1_000, accepts: 'image' } as const
  const failed = Promise.withResolvers<unknown>()
  app.post('/', async (received) => {
    const disconnect = async () => {
      client.destroy()
      await new Promise((closed) => received.raw.once('close', closed))
      keepThreadsBusy()
      return path
    }
    const error = await readForm(received, { screenshot }, disconnect).catch((caught) => caught)
    failed.resolve({ error, wasOpened: existsSync(path) })
  })
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const client = request({
    port,
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  client.on('error', () => {})
  client.write(BEGINNING)

  const error = { refusal: { refused: 'input.invalid' } }
  expect(await failed.promise).toMatchObject({ error, wasOpened: true })
})

/** Delays the calls to the file system that follow. */
function keepThreadsBusy(): void {
  for (let thread = 0; thread < 8; thread++) pbkdf2('', '', 50_000, 32, 'sha256', () => {})
}
