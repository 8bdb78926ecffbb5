import { describe, expect, it } from 'vitest'
import { LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { openTestApp } from './support/app.ts'
import { photo } from './support/pictures.ts'
import { specifiedClient } from './support/specified-client.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { call, done, post } = specifiedClient(world.app)

const user = await newUser(world)
const admin = await newAdmin(world)
const picture = await photo(32, 32)

/** Uploads an image, as an older client does before it submits the form. */
const linkTo = async (path: string, field: string, form = {}): Promise<string> =>
  (await done(user, `POST ${path}`, { form, files: { [field]: picture } })).url

describe('loans', () => {
  const FORM = { amount: '500', purpose: 'A van', duration: '30', monthly_income: '' }
  const approve = (id: string) =>
    post(admin, `/admin/loan-applications/${id}/review`, { action: 'approve' })

  it('the form of the home page takes text and documents, and is repaid without a body', async () => {
    const { loan } = await done(user, 'POST /api/loan/submit', {
      form: FORM,
      files: { documents: [picture, { ...picture, name: 'back.jpg' }] },
    })
    expect(loan.documents.urls).toHaveLength(2)
    await approve(loan.id)
    await fund(world, user, 'USDT', '28.75')
    await done(user, `POST /api/loans/pay/${loan.id}`)
  })

  it('a form without an amount is refused with a message', async () => {
    const { amount, ...form } = FORM
    const { status, body } = await call(user, 'POST /api/loan/submit', { form })
    expect([status, body.message]).toEqual([400, 'Please fill in all required fields'])
  })

  it('a payment above the balance reports what is missing', async () => {
    const poor = await newUser(world)
    const { loan } = await done(poor, 'POST /api/loan/submit', { form: FORM })
    await approve(loan.id)
    const { status, body } = await call(poor, `POST /api/loans/pay/${loan.id}`)
    expect([status, body.error]).toEqual([400, 'Insufficient Balance'])
    const full = { required: '528.75000000', available: '500.00000000', shortfall: '28.75000000' }
    expect(body).toMatchObject(full)
  })

  it('the form of the loan page takes numbers and links of uploads', async () => {
    const upload = () => linkTo('/api/upload-loan-doc', 'file', { userId: user.userId })
    const json = {
      ...{ ...LOAN_APPLICATION, amount: 1000, duration: 30, monthlyIncome: 2500.5 },
      frontId: await upload(),
      backId: await upload(),
      selfieWithId: await upload(),
      status: 'pending',
    }
    const { loan } = await post(user, '/api/loans', json)
    expect([loan.amount, loan.monthly_income]).toEqual(['1000', '2500.5'])
  })
})

describe('the account', () => {
  it('the verification is submitted with links, and reviewed', async () => {
    const upload = () => linkTo('/api/upload-kyc-doc', 'kycDocument')
    await post(user, '/kyc/submit', {
      ...{ fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
      frontIdUrl: await upload(),
      backIdUrl: await upload(),
      selfieWithIdUrl: await upload(),
    })
    const requests: { id: string; user_id: string }[] = await done(admin, 'GET /admin/kyc-requests')
    const kycId = requests.find(({ user_id }) => user_id === user.userId)?.id
    await post(admin, '/admin/kyc-review', { kycId, action: 'approve', reason: '' })
    await post(admin, '/admin/reset-kyc', { userId: user.userId })
  })

  it('a verification without its images is refused with a message', async () => {
    const json = { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' }
    const { status, body } = await call(user, 'POST /kyc/submit', { json })
    expect([status, body.message]).toEqual([400, 'Please upload all required documents.'])
  })

  it('the password is changed, and a wrong one refused with a message', async () => {
    const owner = await newUser(world)
    const newPassword = 'another long password'
    const change = (currentPassword: string) => ({ json: { currentPassword, newPassword } })
    const wrong = await call(owner, 'POST /update-user-password', change('not the password'))
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'The current password is not correct.',
    ])
    const password = `password of ${owner.email.split('@')[0]}`
    expect((await post(owner, '/update-user-password', change(password).json)).message).toBe(
      'Password updated successfully! You can now login with your new password.',
    )
  })

  it('the profile is completed after sign-up', async () => {
    await post(user, '/api/signup-profile', { full_name: user.fullName, phone: '+1 555 0199' })
    const profile = await done(user, `GET /api/users/${user.userId}`)
    expect(profile).toMatchObject({ phone: '+1 555 0199', role: 'user' })
  })

  it('there is no route that stores a password in the clear', async () => {
    const json = { user_id: user.userId, password: 'a new password' }
    expect((await call(user, 'POST /api/save-user-password', { json })).status).toBe(404)
  })
})

describe('leaving', () => {
  it('an account is deleted without a body', async () => {
    const leaver = await newUser(world)
    await done(leaver, 'DELETE /api/user/delete-account')
  })
})
