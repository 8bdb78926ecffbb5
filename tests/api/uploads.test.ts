import { beforeAll, describe, expect, it } from 'vitest'
import { formBytesMax } from '#server/platform/multipart.ts'
import { SCREENSHOT_BYTES_MAX, submitDeposit } from '#shared/contract/deposits.ts'
import { KYC_IMAGE_BYTES_MAX } from '#shared/contract/kyc.ts'
import { uploadMsMax } from '#shared/contract/route.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import type { FilePart } from './support/client.ts'
import { countKept } from './support/kept-rows.ts'
import {
  gifScriptPolyglot,
  htmlNamedPng,
  photo,
  photoOfSize,
  pixelBomb,
  svgPicture,
  truncatedJpeg,
} from './support/pictures.ts'
import { newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const { app } = world
let user: Person

beforeAll(async () => {
  user = await newUser(world)
  await offerUsdtAddress(world)
})

const body = { symbol: 'USDT', amount: '50' } as const
const submit = (screenshot: FilePart) =>
  user.client.send(submitDeposit, { body, files: { screenshot } })

describe('a screenshot that is refused', () => {
  const IMAGE = 'is not an image that we can read. Use a JPEG, PNG, WebP or GIF.'
  const BROKEN = 'is damaged or incomplete. Choose it again.'

  it.each([
    ['an SVG', svgPicture, 415, `File "drawing.svg" ${IMAGE}`],
    ['HTML named png', htmlNamedPng, 415, `File "page.png" ${IMAGE}`],
    ['a GIF that is a script', gifScriptPolyglot, 400, `File "polyglot.gif" ${BROKEN}`],
    ['a truncated JPEG', truncatedJpeg(), 400, `File "half.jpg" ${BROKEN}`],
    [
      'a pixel bomb',
      pixelBomb,
      413,
      'File "bomb.png" is too large. Maximum size is 50 megapixels.',
    ],
    [
      'one byte over the maximum',
      photoOfSize(SCREENSHOT_BYTES_MAX + 1),
      413,
      'File "large.jpg" is too large. Maximum size is 8 MB.',
    ],
    [
      'far over the maximum',
      photoOfSize(SCREENSHOT_BYTES_MAX * 2),
      413,
      'File "screenshot" is too large. Maximum size is 8 MB.',
    ],
    ['an empty file', { name: '', content: new Uint8Array() }, 400, 'Screenshot is required'],
  ])('%s is reported and not stored', async (_, file, status, message) => {
    const before = await countKept(world, 'deposit')
    const response = await submit(await file)
    expect(response.body.message).toBe(message)
    expect(response.status).toBe(status)
    expect(await countKept(world, 'deposit')).toEqual(before)
  })

  it('is refused with the field of the form that it was in', async () => {
    for (const file of [svgPicture, await photoOfSize(SCREENSHOT_BYTES_MAX + 1)]) {
      const { body } = await submit(file)
      expect(body).toMatchObject({ file: file.name, field: 'screenshot' })
    }
  })

  it('is not read if the form is invalid', async () => {
    const before = await countKept(world, 'deposit')
    const response = await user.client.send(submitDeposit, {
      body: { ...body, amount: '-1' },
      files: { screenshot: await photo() },
    })
    expect(response.status).toBe(400)
    expect(response.body.message).toMatch(/^amount: /)
    expect(await countKept(world, 'deposit')).toEqual(before)
  })

  it('is refused in an unexpected field, and twice in its own field', async () => {
    const screenshot = await photo()
    const stray = await user.client.send(submitDeposit, {
      body,
      files: { screenshot, other: screenshot },
    })
    expect([stray.status, stray.body.message]).toEqual([400, 'other: no file is expected here'])
    expect((await app.inject(formOf('twice'))).json().message).toBe('screenshot: send one file')
  })

  it('is refused if the form is JSON', async () => {
    const response = await user.client.send(submitDeposit, { body })
    expect([response.status, response.body.message]).toEqual([
      400,
      'send this as multipart/form-data',
    ])
  })

  it('is refused if the form is truncated', async () => {
    const response = await app.inject(formOf('broken'))
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'the form is damaged or incomplete',
    ])
  })
})

describe('a screenshot that is accepted', () => {
  it('can take as long to upload as the largest form takes at the lowest speed', async () => {
    await app.ready()
    const sizes = app.mountedRoutes.map(({ files }) => (files ? formBytesMax(files) : 0))
    expect(Math.max(...sizes)).toBeGreaterThan(3 * KYC_IMAGE_BYTES_MAX)
    expect(app.server.requestTimeout).toBeGreaterThan(uploadMsMax(Math.max(...sizes)))
  })

  it('can have the maximum size', async () => {
    expect((await submit(await photoOfSize(SCREENSHOT_BYTES_MAX))).status).toBe(200)
  })

  it.each(['../../../etc/passwd.jpg', '..\\..\\boot.jpg', 'a\u0000b".jpg', '.', 'ä'.repeat(300)])(
    'can have any file name, because it is never used: %j',
    async (name) => {
      const { content } = await photo()
      const response = await submit({ name, content })
      expect(response.status, response.text).toBe(200)
    },
  )

  it('is served with headers that only allow viewing', async () => {
    const { request } = await user.client.call(submitDeposit, {
      body,
      files: { screenshot: await photo() },
    })
    const file = await app.inject(request.screenshot_url)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    })
    expect(file.headers['content-disposition']).toMatch(/^inline; filename="[\w-]+\.jpg"$/)
    expect(file.rawPayload.length).toBe(Number(file.headers['content-length']))
    const forged = request.screenshot_url.replace(/signature=../, 'signature=AA')
    expect((await app.inject(forged)).statusCode).toBe(401)
  })
})

function formOf(kind: 'twice' | 'broken') {
  const part = (name: string) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n` +
    'content-type: image/jpeg\r\n\r\nbytes\r\n'
  const whole = `${part('screenshot')}${part('screenshot')}--edge--\r\n`
  return {
    method: 'POST' as const,
    url: submitDeposit.path,
    headers: {
      ...user.client.headers(submitDeposit),
      'content-type': 'multipart/form-data; boundary=edge',
    },
    payload: kind === 'twice' ? whole : whole.slice(0, 100),
  }
}
