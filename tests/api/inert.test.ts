import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeLetter } from '#server/platform/mail.ts'
import { setPicture } from '#shared/contract/account.ts'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { exportAudit } from '#shared/contract/audit.ts'
import { recoverPassword, signUp } from '#shared/contract/auth.ts'
import { submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { subscribePush } from '#shared/contract/push.ts'
import { startConversation } from '#shared/contract/support.ts'
import { completeSignUp, readUser } from '#shared/contract/users.ts'
import { startPushService, type TestDevice } from '#tests/push/push-service.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { docx, pdf } from './support/documents.ts'
import { Mailbox } from './support/mailbox.ts'
import { photo, svgPicture } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const pushService = await startPushService()
afterAll(pushService.stop)
const world = await openTestApp({ pushEndpoints: pushService.policy })
const { app, services, visitor } = world

const HOSTILE = '=cmd|"/c calc"!A1 <script>alert(1)</script><img src=x onerror=alert(2)>'

let user: Person
let admin: Person
let phone: TestDevice

beforeAll(async () => {
  user = await newUser(world)
  admin = await newAdmin(world)
  await user.client.call(completeSignUp, {
    body: { full_name: HOSTILE, phone: HOSTILE.slice(0, 40) },
  })
  phone = pushService.newDevice()
  const { endpoint, keys } = phone
  await admin.client.call(subscribePush, { body: { endpoint, keys, device: HOSTILE } })
})

describe('an uploaded file is never executable', () => {
  const picture = () => photo(48, 32)
  const loanDocument = async (file: ReturnType<typeof pdf>) => {
    // A user has one application at a time.
    const applicant = await newUser(world)
    const { loan } = await applicant.client.call(submitLoan, {
      body: { amount: '100', purpose: HOSTILE, duration: '7' },
      files: { documents: { ...file, name: `<script>alert(1)${file.name}` } },
    })
    return loan.documents.urls[0] ?? ''
  }

  test.each([
    [
      'a profile picture',
      async () =>
        (await user.client.call(setPicture, { files: { picture: await picture() } }))
          .profile_picture,
    ],
    [
      'a picture in a message',
      async () =>
        (
          await user.client.call(startConversation, {
            body: { message: HOSTILE },
            files: { picture: await picture() },
          })
        ).image_url ?? '',
    ],
    [
      'a picture uploaded before its form',
      async () =>
        (await user.client.call(uploadLoanDocument, { body: {}, files: { file: await picture() } }))
          .url,
    ],
    ['a PDF', () => loanDocument(pdf())],
    ['a Word file', () => loanDocument(docx())],
  ])('%s', async (kind, urlOf) => {
    const { statusCode, headers } = await app.inject(await urlOf())
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const isPicture = kind.includes('picture')
    // The server chooses the name. Files other than its own images are downloads.
    expect(headers['content-disposition']).toMatch(
      isPicture
        ? /^inline; filename="[\da-f-]{36}\.jpg"$/
        : /^attachment; filename="[\da-f-]{36}\.(pdf|docx)"$/,
    )
    expect(String(headers['content-type'])).toMatch(isPicture ? /^image\/jpeg$/ : /^application\//)
  })

  test('an SVG with a script is refused', async () => {
    const response = await user.client.send(setPicture, { files: { picture: svgPicture } })
    expect([response.status, response.body.code]).toEqual([415, 'upload.not_image'])
  })
})

test('a response with hostile text is JSON, even for a browser that requests a page', async () => {
  const { headers, payload } = await app.inject({
    url: readUser.path.replace(':userId', user.userId),
    headers: { ...admin.client.headers(readUser), accept: 'text/html' },
  })
  expect(payload).toContain('<script>')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
})

test('a formula in a reason stays text in the export', async () => {
  await fund(world, user, 'USDT', '10')
  const body = {
    userId: user.userId,
    reason: HOSTILE,
    balances: { USDT: { available: '4', was: '10' } },
  }
  await admin.client.call(updatePortfolio, { body })
  const exported = () => admin.client.send(exportAudit, { query: { zone: 'UTC' } })
  // The audit projection follows the log.
  await eventually(async () => expect((await exported()).text).toContain('calc'))
  const { text } = await exported()
  expect(text).toContain(`"'${HOSTILE.replaceAll('"', '""')}"`)
  for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^"?[=@＝]/)
})

test('mails contain no text chosen by a stranger, and escape their content', async () => {
  const email = 'stranger@example.com'
  await visitor.call(signUp, {
    body: { full_name: HOSTILE, phone: HOSTILE.slice(0, 40), email, password: `Kx7 ${HOSTILE}` },
  })
  await visitor.call(recoverPassword, { body: { email } })
  const mails = () => new Mailbox(services.config.dataDir).to(email)
  await eventually(async () => expect(await mails()).toHaveLength(2))
  for (const mail of await mails()) expect(mail).not.toMatch(/alert|script|onerror|cmd/)
  const link = { label: HOSTILE, url: `https://exchange.example/?"onclick="alert(1)` }
  const letter = { subject: 'Hello', paragraphs: [HOSTILE], link }
  const { html } = writeLetter({ email, language: null }, () => letter)
  expect(html.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(div|p|a)\b/.test(tag))).toEqual([])
  expect(html).toContain('href="https://exchange.example/?&#34;onclick=&#34;alert(1)"')
})

test('a push message contains only our own texts and a path of our site', async () => {
  await user.client.call(startConversation, { body: { message: HOSTILE } })
  const messages = [await phone.next(), await phone.next()]
  for (const message of messages) {
    const { badge, ...words } = message
    expect(Object.keys(words).sort()).toEqual(['body', 'tag', 'title', 'url'])
    expect(badge).toEqual(expect.any(Number))
    expect(JSON.stringify(message)).not.toMatch(/[<>]|script|cmd/i)
    expect(message.url).toMatch(/^\/(?!\/)/)
  }
})
