import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  countKycRequests,
  listKycRequests,
  resetKyc,
  submitKyc,
  uploadKycDocument,
} from '#shared/contract/kyc.ts'
import { uploadLoanDocument } from '#shared/contract/loans.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { htmlNamedPng, photo } from './support/pictures.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'
import { kycImages, said, verifications } from './support/verifications.ts'

const world = await openTestApp()
const { app } = world

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

afterEach(() => expectSoundLedger(world))

const { submit, own, statusOf, list, requestOf, review, submitted } = verifications(
  world,
  () => admin,
)

describe('submitting', () => {
  test('in one form creates a pending verification', async () => {
    const user = await newUser(world)
    expect(await own(user)).toEqual({
      user_id: user.userId,
      status: 'not_submitted',
      rejection_reason: null,
      submitted_at: null,
      reviewed_at: null,
      reopened: null,
    })
    const { status, body } = await submit(user)
    expect(status).toBe(200)
    expect(body.message).toBe(
      "Your KYC verification has been submitted for review. You will be notified once it's processed.",
    )
    expect(body.verification).toMatchObject({ status: 'pending', rejection_reason: null })
    expect(await own(user)).toEqual(body.verification)
    expect(await statusOf(user)).toEqual(['pending', false])
  })

  test('in JSON can refer to images uploaded earlier', async () => {
    const user = await newUser(world)
    const { url } = await user.client.call(uploadKycDocument, {
      body: {},
      files: { kycDocument: await photo() },
    })
    const links = { frontIdUrl: url, backIdUrl: url, selfieWithIdUrl: url }
    const { verification } = await user.client.call(submitKyc, { body: { ...said, ...links } })
    expect(verification.status).toBe('pending')
    const served = await app.inject((await requestOf(user)).selfie_with_id_url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('twice under one key creates one submission', async () => {
    const user = await newUser(world)
    const [key, files] = [randomUUID(), await kycImages()]
    const send = (ssn: string) =>
      user.client.send(submitKyc, { body: { ...said, ssn }, files, key })
    const [first, again] = [await send(said.ssn), await send(said.ssn)]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const other = await send('111-11-1111')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused'])
  })

  test('from several devices at once creates one submission', async () => {
    const user = await newUser(world)
    const responses = await Promise.all([submit(user), submit(user)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    ['a name', { fullName: ' ' }],
    ['an SSN', { ssn: '' }],
    ['an address', { address: '' }],
  ])('without %s is refused', async (_, part) => {
    const { status, body } = await submit(await newUser(world), part)
    expect([status, body.error, body.message]).toEqual([
      400,
      'Missing Information',
      'Please fill in all required fields.',
    ])
  })

  test('without one of the images is refused', async () => {
    const { client } = await newUser(world)
    const { kycBackId: _, ...files } = await kycImages()
    const response = await client.send(submitKyc, { body: said, files })
    expect([response.status, response.body.error, response.body.message]).toEqual([
      400,
      'Missing Documents',
      'Please upload all required documents.',
    ])
  })

  test('accepts only images', async () => {
    const { client } = await newUser(world)
    const files = { ...(await kycImages()), kycBackId: htmlNamedPng }
    const { status, body } = await client.send(submitKyc, { body: said, files })
    expect(status).toBe(415)
    expect(body).toMatchObject({ code: 'upload.not_image', field: 'kycBackId' })
  })

  test('refuses images of another user and unsealed images', async () => {
    const [user, other] = [await newUser(world), await newUser(world)]
    const upload = (by: Person, image: Awaited<ReturnType<typeof photo>>) =>
      by.client.call(uploadKycDocument, { body: {}, files: { kycDocument: image } })
    const theirs = await upload(other, await photo(20, 20))
    const open = await user.client.call(uploadLoanDocument, {
      body: {},
      files: { file: await photo(20, 20) },
    })
    const unknown = `/api/files/${randomUUID()}`
    for (const url of [theirs.url, open.url, unknown, 'https://example.com/a.jpg']) {
      const links = { frontIdUrl: url, backIdUrl: url, selfieWithIdUrl: url }
      const response = await user.client.send(submitKyc, { body: { ...said, ...links } })
      expect([response.status, response.body.message]).toEqual([
        400,
        'Failed to submit verification. Please try again.',
      ])
    }
    const claim = await user.client.send(uploadKycDocument, {
      body: { userId: other.userId },
      files: { kycDocument: await photo() },
    })
    expect(claim.status).toBe(403)
  })

  test('is refused for a disabled user', async () => {
    const user = await newUser(world)
    await disable(world, user)
    const { status, body } = await submit(user)
    expect([status, body.message]).toEqual([
      403,
      'Your account is disabled. Please contact support.',
    ])
  })
})

describe('the list of requests', () => {
  test('shows pending requests, masked, with image links and the user', async () => {
    const { user, id } = await submitted()
    const pending = await list('pending')
    expect(pending.at(-1)).toMatchObject({
      id,
      user_id: user.userId,
      full_name: said.fullName,
      ssn: '•••-••-4321',
      address: '•••',
      status: 'pending',
      reviewed_at: null,
      reviewed_by: null,
      earlier: [],
      user: { full_name: user.fullName, email: user.email },
    })
    const response = await admin.client.send(listKycRequests, { query: {} })
    expect(response.text).not.toContain('987-65')
    expect(response.text).not.toContain('Sealed')
  })

  test('is counted and paged by status', async () => {
    const before = await admin.client.call(countKycRequests)
    const [first, second, third] = [await submitted(), await submitted(), await submitted()]
    await review(first.id, 'approve')
    expect(await admin.client.call(countKycRequests)).toEqual({
      ...before,
      approved: before.approved + 1,
      pending: before.pending + 2,
    })
    const pending = await list('pending')
    expect(pending.slice(-2).map(({ id }) => id)).toEqual([second.id, third.id])
    expect(await list('pending', { before: second.id })).toMatchObject([{ id: third.id }])
    expect((await list('approved', { limit: 1 })).map(({ id }) => id)).toEqual([first.id])
    const every = await list()
    const behind = await list(undefined, { before: every[0]?.id ?? '', limit: 2 })
    expect(behind.map(({ id }) => id)).toEqual(every.slice(1, 3).map(({ id }) => id))
    expect(await list('pending', { before: randomUUID() })).toEqual([])
  })

  test('verifies the user on approval', async () => {
    const { user, id } = await submitted()
    const { body } = await review(id, 'approve')
    expect(body.message).toBe('KYC request approved successfully')
    expect(await statusOf(user)).toEqual(['approved', true])
    const again = await review(id, 'reject', 'Too late')
    expect([again.status, again.body.code]).toEqual([409, 'review.already_decided'])
    const more = await submit(user)
    expect([more.status, more.body.message]).toEqual([
      409,
      'Your verification is already approved.',
    ])
  })

  test('lets the user submit again after a rejection', async () => {
    const { user, id } = await submitted()
    const silent = await review(id, 'reject', '   ')
    expect([silent.status, silent.body.code]).toEqual([400, 'review.reason_required'])
    expect((await review(id, 'reject', '  Not readable ')).body.message).toBe(
      'KYC request rejected successfully',
    )
    expect(await own(user)).toMatchObject({ status: 'rejected', rejection_reason: 'Not readable' })
    expect(await statusOf(user)).toEqual(['rejected', false])
    expect((await submit(user)).status).toBe(200)
    const next = await requestOf(user)
    expect(next.id).not.toBe(id)
    expect(next.earlier).toMatchObject([{ outcome: 'rejected', reason: 'Not readable' }])
    const late = await review(id, 'approve')
    expect([late.status, late.body.code]).toEqual([409, 'kyc.superseded'])
  })

  test('accepts one of two concurrent decisions', async () => {
    const { id } = await submitted()
    const other = await newAdmin(world)
    const responses = await Promise.all([review(id, 'approve'), review(id, 'reject', 'No', other)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses a review of one’s own request', async () => {
    const colleague = await newAdmin(world)
    await submit(colleague)
    const { id } = await requestOf(colleague)
    for (const response of [
      await review(id, 'approve', undefined, colleague),
      await colleague.client.send(resetKyc, { body: { userId: colleague.userId } }),
    ]) {
      expect([response.status, response.body.code]).toEqual([403, 'access.own_request'])
    }
  })

  test('returns 404 for an unknown submission', async () => {
    expect((await review(randomUUID(), 'approve')).status).toBe(404)
    const reset = await admin.client.send(resetKyc, { body: { userId: randomUUID() } })
    expect(reset.status).toBe(404)
  })
})
