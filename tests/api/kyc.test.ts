import { randomUUID } from 'node:crypto'
import { readdir, readFile as readFromDisk } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { sweepKyc } from '#server/features/kyc/sweep.ts'
import { linkFile, readFile } from '#shared/contract/files.ts'
import {
  countKycRequests,
  listKycRequests,
  readKycRequest,
  readVerification,
  resetKyc,
  revealKyc,
  reviewKyc,
  submitKyc,
  uploadKycDocument,
} from '#shared/contract/kyc.ts'
import { reviewLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { readReview } from '#shared/contract/review-desk.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import { listUsers, userProfile } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { Mailbox } from './support/mailbox.ts'
import { expectNoSecrets } from './support/no-secrets.ts'
import { htmlNamedPng, photo } from './support/pictures.ts'
import { disable, fund, newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const { app, services, database } = world

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

afterEach(() => expectSoundLedger(world))

const said = { fullName: 'Applicant Example', ssn: '987-65-4321', address: '12 Sealed Street' }

async function images() {
  const image = await photo(48, 32)
  return { kycFrontId: image, kycBackId: image, kycSelfieWithId: image }
}
const submit = async (by: Person, body: Partial<typeof said> = {}) =>
  by.client.send(submitKyc, {
    body: { ...said, ...body },
    files: await images(),
  })
const own = (by: Person) => by.client.call(readVerification, { params: { userId: by.userId } })
const statusOf = async (by: Person) => {
  const { kyc_status, is_verified } = await by.client.call(userProfile)
  return [kyc_status, is_verified]
}
const list = (status?: RequestStatus, query: { limit?: number; before?: string } = {}) =>
  admin.client.call(listKycRequests, { query: { ...query, ...(status ? { status } : {}) } })
const requestOf = async ({ userId }: Person) => {
  const found = (await list()).find((request) => request.user_id === userId)
  if (!found) throw new Error('there is no request')
  return found
}
const review = (kycId: string, action: 'approve' | 'reject', reason?: string, by = admin) =>
  by.client.send(reviewKyc, { body: { kycId, action, ...(reason ? { reason } : {}) } })

async function submitted(): Promise<{ user: Person; id: string }> {
  const user = await newUser(world)
  expect((await submit(user)).status).toBe(200)
  return { user, id: (await requestOf(user)).id }
}

/** All database rows about a user's verification, as one text. */
async function keptTextOf({ userId }: Person): Promise<string> {
  const { rows } = await database.pool.query<{ text: string }>(
    `select string_agg(row_to_json(e)::text, '') as text from event e where stream like $1
     union all select string_agg(row_to_json(d)::text, '') from document d where stream like $1
     union all select string_agg(row_to_json(a)::text, '') from kyc_applicant a where user_id = $2`,
    [`%${userId}`, userId],
  )
  return rows.map(({ text }) => text).join('')
}

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

  test('in JSON refers to images uploaded before', async () => {
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
    const [key, files] = [randomUUID(), await images()]
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
    const answers = await Promise.all([submit(user), submit(user)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
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
    const { kycBackId: _, ...files } = await images()
    const answer = await client.send(submitKyc, { body: said, files })
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      400,
      'Missing Documents',
      'Please upload all required documents.',
    ])
  })

  test('accepts only images', async () => {
    const { client } = await newUser(world)
    const files = { ...(await images()), kycBackId: htmlNamedPng }
    const answer = await client.send(submitKyc, { body: said, files })
    expect([answer.status, answer.body.code]).toEqual([415, 'upload.not_image'])
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
      const answer = await user.client.send(submitKyc, { body: { ...said, ...links } })
      expect([answer.status, answer.body.message]).toEqual([
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

describe('the data of a verification', () => {
  test('is encrypted in every row and file', async () => {
    const { user } = await submitted()
    const text = await keptTextOf(user)
    expect(text).toContain(user.userId)
    expectNoSecrets(text, ['Applicant', '987-65', '4321', 'Sealed Street'])
    const { rows } = await database.pool.query<{ id: string; sealed_for: string }>(
      'select id, sealed_for from upload where owner = $1',
      [user.userNo],
    )
    expect(rows).toHaveLength(3)
    for (const { id, sealed_for } of rows) {
      expect(sealed_for).toBe(user.userId)
      const path = join(services.config.dataDir, 'uploads', id.slice(0, 2), id)
      const onDisk = await readFromDisk(path)
      expect(onDisk.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
  })

  test('is visible only to its owner and staff', async () => {
    const { user, id } = await submitted()
    const url = (await admin.client.call(readKycRequest, { params: { id } })).front_id_url
    const served = await app.inject(url)
    expect(served.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('inline'),
    })
    const fileId = /files\/([\w-]+)/.exec(url)?.[1] ?? ''
    const read = async (by: Person) =>
      (await by.client.send(readFile, { params: { id: fileId }, query: {} })).status
    expect([await read(user), await read(admin), await read(await newUser(world))]).toEqual([
      200, 200, 403,
    ])
  })

  test('is lost when the user is deleted', async () => {
    const { user, id } = await submitted()
    const { front_id_url: url } = await requestOf(user)
    await database.pool.query('delete from person_key where user_id = $1', [user.userId])
    expect(await admin.client.call(readKycRequest, { params: { id } })).toMatchObject({
      full_name: '',
      ssn: '',
      address: '',
    })
    expect((await app.inject(url)).statusCode).toBe(404)
    const reveal = { params: { id }, body: { reason: 'A bank asks' } }
    expect((await admin.client.send(revealKyc, reveal)).status).toBe(404)
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
      address: said.address,
      status: 'pending',
      reviewed_at: null,
      reviewed_by: null,
      earlier: [],
      user: { full_name: user.fullName, email: user.email },
    })
    const answer = await admin.client.send(listKycRequests, { query: {} })
    expect(answer.text).not.toContain('987-65')
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
    const answers = await Promise.all([review(id, 'approve'), review(id, 'reject', 'No', other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses a review of one’s own request', async () => {
    const colleague = await newAdmin(world)
    await submit(colleague)
    const { id } = await requestOf(colleague)
    for (const answer of [
      await review(id, 'approve', undefined, colleague),
      await colleague.client.send(resetKyc, { body: { userId: colleague.userId } }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'access.own_request'])
    }
  })

  test('answers 404 for an unknown submission', async () => {
    expect((await review(randomUUID(), 'approve')).status).toBe(404)
    const reset = await admin.client.send(resetKyc, { body: { userId: randomUUID() } })
    expect(reset.status).toBe(404)
  })
})

describe('a reset', () => {
  test('clears the verification, deletes its data and lets the user submit again', async () => {
    const { user, id } = await submitted()
    await review(id, 'approve')
    const key = randomUUID()
    const ask = () =>
      admin.client.send(resetKyc, { body: { userId: user.userId, reason: 'New name' }, key })
    expect((await ask()).body.message).toBe('Verification reset successfully')
    expect(await statusOf(user)).toEqual(['not_submitted', false])
    expect((await admin.client.send(readKycRequest, { params: { id } })).status).toBe(404)
    const { rowCount } = await database.pool.query('select from kyc_applicant where id = $1', [id])
    expect(rowCount).toBe(0)

    expect((await submit(user)).status).toBe(200)
    // A repeated reset does not affect the new submission.
    expect((await ask()).status).toBe(200)
    expect(await requestOf(user)).toMatchObject({
      status: 'pending',
      full_name: said.fullName,
      earlier: [{ outcome: 'reset', reason: 'New name' }],
    })
    const twice = await newUser(world)
    const empty = await admin.client.send(resetKyc, { body: { userId: twice.userId } })
    expect([empty.status, empty.body.message]).toEqual([409, 'There is no verification to reset.'])
  })

  test('deletes its files after a day and keeps those of other users', async () => {
    const [gone, kept] = [await submitted(), await submitted()]
    await admin.client.call(resetKyc, { body: { userId: gone.user.userId } })
    await submit(await newUser(world), { ssn: '' })
    await database.pool.query(`
      update upload set received_at = now() - interval '2 days';
      update kyc_applicant set created_at = now() - interval '2 days'`)
    await sweepKyc(services)
    const countOf = async ({ userNo }: Person) =>
      (await database.pool.query('select from upload where owner = $1', [userNo])).rowCount
    expect([await countOf(gone.user), await countOf(kept.user)]).toEqual([0, 3])
    expect(await requestOf(kept.user)).toMatchObject({ full_name: said.fullName })
    const served = await app.inject((await requestOf(kept.user)).back_id_url)
    expect(served.statusCode).toBe(200)
    const { rows } = await database.pool.query<{ id: string }>('select id from upload')
    const folder = join(services.config.dataDir, 'uploads')
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.length > 30)
    expect(files).toHaveLength(rows.length)
  })
})

describe('seeing the whole SSN', () => {
  test('needs a reason, is recorded and is never cached', async () => {
    const { user, id } = await submitted()
    const silent = await admin.client.send(revealKyc, { params: { id }, body: { reason: ' ' } })
    expect([silent.status, silent.body.code]).toEqual([400, 'kyc.reveal_reason_required'])
    const { headers, body } = await admin.client.send(revealKyc, {
      params: { id },
      body: { reason: 'A bank asks' },
    })
    expect(body).toEqual({ full_name: said.fullName, ssn: said.ssn, address: said.address })
    expect(headers['cache-control']).toBe('no-store')
    const { rows } = await database.pool.query(
      `select data, metadata -> 'actor' ->> 'id' as actor from event
       where stream = $1 and type = 'KycRevealed'`,
      [`kyc-${user.userId}`],
    )
    expect(rows).toEqual([
      {
        data: { reason: 'A bank asks', revealedBy: admin.userId, revealedAt: expect.any(String) },
        actor: admin.userId,
      },
    ])
    expect(await keptTextOf(user)).not.toContain('987-65')
  })

  test('does not change the status of the verification', async () => {
    const { user, id } = await submitted()
    await admin.client.call(revealKyc, { params: { id }, body: { reason: 'A bank asks' } })
    expect(await statusOf(user)).toEqual(['pending', false])
    expect((await review(id, 'approve')).status).toBe(200)
  })
})

test('an image is linked again only for its owner and staff', async () => {
  const user = await newUser(world)
  await submit(user)
  const { id } = await requestOf(user)
  const { front_id_url } = await admin.client.call(readKycRequest, { params: { id } })
  const params = { id: /files\/([\w-]+)/.exec(front_id_url)?.[1] ?? '' }
  const link = (by: Person) => by.client.send(linkFile, { params })
  const answers = await Promise.all([user, admin, await newUser(world)].map(link))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403])
  world.clock.advance(6 * MINUTE_MS)
  expect((await app.inject(front_id_url)).statusCode).toBe(401)
  expect((await app.inject((await link(admin)).body.url ?? '')).statusCode).toBe(200)
})

describe('a review that asks to verify again', () => {
  const withdraw = async ({ client }: Person) => {
    const body = { symbol: 'USDT', amount: '20', walletAddress: DEMO_WALLET.address } as const
    return (await client.call(submitWithdrawal, { body })).request.id
  }
  const decide = (id: string, body: NonNullable<Request<typeof reviewWithdrawal>['body']>) =>
    admin.client.send(reviewWithdrawal, { params: { id }, body })

  test('reopens the verification, and money that would leave waits for a new one', async () => {
    const { user, id } = await submitted()
    await fund(world, user, 'USDT', '100')
    await review(id, 'approve')
    const [refused, waiting] = [await withdraw(user), await withdraw(user)]
    const applied = { amount: '1000', purpose: 'A van', duration: 30 } as const
    const { loan } = await user.client.call(submitLoan, { body: applied, files: {} })
    const approveLoan = { params: { id: loan.id }, body: { action: 'approve' } } as const

    const reason = 'The name on the transfer differs'
    const rejection = { action: 'reject', rejectionReason: reason } as const
    await decide(refused, { ...rejection, requireReverification: 'true' })
    await until(async () => (await own(user)).reopened !== null)
    expect(await own(user)).toMatchObject({ status: 'not_submitted', reopened: { reason } })
    expect(await user.client.call(userProfile)).toMatchObject({
      is_verified: false,
      must_verify_again: true,
    })
    const { users } = await admin.client.call(listUsers, { query: { search: user.email } })
    expect(users[0]).toMatchObject({ must_verify_again: true, kyc_status: 'not_submitted' })
    const link = /(\/\?open=verification)/
    expect(await new Mailbox(services.config.dataDir).find(user.email, link)).toBeDefined()
    expect(await keptTextOf(user)).not.toContain(said.address)

    expect((await decide(waiting, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    const lent = await admin.client.send(reviewLoan, approveLoan)
    expect([lent.status, lent.body.code]).toEqual([409, 'kyc.verify_again'])
    const seen = await admin.client.call(readReview, {
      params: { kind: 'withdrawal', id: waiting },
    })
    expect(seen.user).toMatchObject({ must_verify_again: true, is_verified: false })

    expect((await submit(user)).status).toBe(200)
    const again = await requestOf(user)
    expect(again).toMatchObject({
      reopened: { reason },
      earlier: [{ outcome: 'reopened', reason }],
    })
    expect((await decide(waiting, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    await review(again.id, 'approve')
    expect(await user.client.call(userProfile)).toMatchObject({
      is_verified: true,
      must_verify_again: false,
    })
    expect((await decide(waiting, { action: 'approve' })).status).toBe(200)
    expect((await admin.client.send(reviewLoan, approveLoan)).status).toBe(200)
  })

  test('asks a user who was never verified, too', async () => {
    const user = await newUser(world)
    await fund(world, user, 'USDT', '100')
    const id = await withdraw(user)
    await decide(id, { action: 'reject', requireReverification: 'true' })
    await until(async () => (await own(user)).reopened !== null)
    expect(await own(user)).toMatchObject({ status: 'not_submitted', reopened: { reason: null } })
    const later = await withdraw(user)
    expect((await decide(later, { action: 'approve' })).body.code).toBe('kyc.verify_again')
    expect((await decide(later, { action: 'reject' })).status).toBe(200)
  })
})
