import { beforeAll, describe, expect, test } from 'vitest'
import { sweepKyc } from '#server/features/kyc/sweep.ts'
import { removePicture, setPicture } from '#shared/contract/account.ts'
import { readFile } from '#shared/contract/files.ts'
import { submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'
import { applyForLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'

const world = await openTestApp()
const { services, database } = world

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(world)
})

const idOf = (link: string) => /files\/([\w-]+)/.exec(link)?.[1] ?? ''

const linkOfPicture = async ({ client }: Person) =>
  (await client.call(setPicture, { files: { picture: await photo() } })).profile_picture

const linkForVerification = async ({ client }: Person) =>
  (await client.call(uploadKycDocument, { body: {}, files: { kycDocument: await photo() } })).url

const linkForLoan = async ({ client }: Person) =>
  (await client.call(uploadLoanDocument, { body: {}, files: { file: await photo() } })).url

async function apply({ client }: Person, link: string) {
  const { status, body } = await client.send(applyForLoan, {
    body: { ...LOAN_APPLICATION, ...inEveryPlace(link) },
    files: {},
  })
  return status === 200 ? 'accepted' : body.code
}

/** A loan whose images were accepted by an earlier release that took links to any upload. */
async function appliedBefore(borrower: Person, kind: 'picture' | 'kycDocument'): Promise<string> {
  const link = await linkForLoan(borrower)
  expect(await apply(borrower, link)).toBe('accepted')
  await database.pool.query('update upload set kind = $2 where id = $1', [idOf(link), kind])
  return idOf(link)
}

/**
 * The profile picture as stored by an earlier release, which used one kind of file for pictures of
 * profiles and of messages.
 */
async function setBefore({ userId }: Person, id: string): Promise<void> {
  await database.pool.query('update person set picture = $2 where user_id = $1', [userId, id])
  await database.pool.query('update upload set is_referred = true where id = $1', [id])
}

/** Makes every upload old enough for the sweep of images that no verification uses. */
async function passDay(): Promise<void> {
  const day = `now() - interval '25 hours'`
  await database.pool.query(`update upload set received_at = ${day}`)
}

async function statusFor({ client }: Person, id: string): Promise<number> {
  return (await client.send(readFile, { params: { id }, query: {} })).status
}

describe('the images of a loan', () => {
  test.each([
    ['a profile picture', linkOfPicture],
    ['an image for a verification', linkForVerification],
  ])('are not %s, which the borrower could delete', async (_, linkOf) => {
    const borrower = await newUser(world)
    expect(await apply(borrower, await linkOf(borrower))).toBe('loan.document_unknown')
    expect(await apply(borrower, await linkForLoan(borrower))).toBe('accepted')
  })

  test('are kept when removed as a profile picture', async () => {
    const borrower = await newUser(world)
    const id = await appliedBefore(borrower, 'picture')
    await setBefore(borrower, id)
    await borrower.client.call(removePicture)
    expect([await statusFor(admin, id), await statusFor(borrower, id)]).toEqual([200, 200])
    await passDay()
    await services.uploads.sweep()
    expect(await statusFor(admin, id)).toBe(200)
  })

  test('are kept when no verification uses them', async () => {
    const borrower = await newUser(world)
    const id = await appliedBefore(borrower, 'kycDocument')
    const unused = idOf(await linkForVerification(borrower))
    const image = await photo()
    await borrower.client.call(submitKyc, {
      body: { fullName: 'Demo User', ssn: '987-65-4321', address: '12 Sealed Street' },
      files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
    })
    await passDay()
    await sweepKyc(services)
    expect([await statusFor(admin, id), await statusFor(admin, unused)]).toEqual([200, 404])
  })
})

describe('the picture of a message', () => {
  async function sentBy(person: Person, image: Awaited<ReturnType<typeof photo>>) {
    const message = await person.client.call(startConversation, {
      body: { message: 'The screen of my bank' } as never,
      files: { picture: image },
    })
    return idOf(message.image_url ?? '')
  }

  test('is kept when a profile picture with the same file is removed', async () => {
    const customer = await newUser(world)
    const image = await photo()
    const id = await sentBy(customer, image)
    const { profile_picture: link } = await customer.client.call(setPicture, {
      files: { picture: image },
    })
    await customer.client.call(removePicture)
    expect(await statusFor(admin, id)).toBe(200)
    expect(await statusFor(admin, idOf(link))).toBe(404)
  })

  test('is kept when a profile picture that an earlier release stored with it is replaced', async () => {
    const customer = await newUser(world)
    const id = await sentBy(customer, await photo())
    await setBefore(customer, id)
    await customer.client.call(setPicture, { files: { picture: await photo() } })
    expect(await statusFor(admin, id)).toBe(200)
  })

  test('is kept also if staff sent it, although their streams do not name it', async () => {
    const [colleague, customer] = [await newAdmin(world), await newUser(world)]
    await sentBy(customer, await photo())
    const message = await colleague.client.call(replyAsSupport, {
      body: { conversationId: customer.userId, message: 'Here' },
      files: { picture: await photo() },
    })
    const id = idOf(message.image_url ?? '')
    await setBefore(colleague, id)
    await colleague.client.call(removePicture)
    await passDay()
    await services.uploads.sweep()
    expect(await statusFor(customer, id)).toBe(200)
  })
})

test('a profile picture from an earlier release is deleted when nothing else refers to it', async () => {
  const customer = await newUser(world)
  const id = idOf(await linkOfPicture(customer))
  await database.pool.query(`update upload set kind = 'picture' where id = $1`, [id])
  await customer.client.call(removePicture)
  expect(await statusFor(admin, id)).toBe(404)
  expect(await database.pool.query('select from upload where id = $1', [id])).toMatchObject({
    rowCount: 0,
  })
})
