import { describe, expect, test } from 'vitest'
import { exportAccount } from '#shared/contract/account.ts'
import { reviewAdjustment, updatePortfolio } from '#shared/contract/adjustments.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { resetKyc, revealKyc } from '#shared/contract/kyc.ts'
import { applyForLoan } from '#shared/contract/loans.ts'
import { stepUp } from '#shared/contract/passkeys.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { Client } from './support/client.ts'
import { photo } from './support/pictures.ts'
import { depositBy } from './support/review-cases.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'
import { said, verifications } from './support/verifications.ts'

const world = await openTestApp()
const { app, clock, database, services } = world
const admin = await newAdmin(world)
const { submitted, review } = verifications(world, () => admin)
await offerUsdtAddress(world)

interface Exported {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

async function exportOf({ client }: Person) {
  const { text, headers } = await client.send(exportAccount)
  const data = JSON.parse(text)
  const events: Exported[] = data.streams.flatMap((each: { events: Exported[] }) => each.events)
  return { text, headers, data, events }
}

const submitAsDeposit = async (person: Person) =>
  person.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files: { screenshot: await photo(24, 24) },
  })

const sayToSupport = ({ client }: Person, message: string) =>
  client.call(startConversation, { body: { message } })

const LOAN = {
  fullName: 'Borrower Example',
  email: 'borrower@example.com',
  phoneNumber: '+1 555 0142',
  dateOfBirth: '1990-12-31',
  purpose: 'personal',
  monthlyIncome: '3210',
}

describe('the data export of a user', () => {
  test('is complete and holds only the user’s own data', async () => {
    const [{ user: person }, other] = [await submitted(), await newUser(world)]
    await fund(world, person, 'USDT', '7')
    await submitAsDeposit(person)
    await submitAsDeposit(other)
    const { headers, text, data, events } = await exportOf(person)
    expect(headers['content-disposition']).toContain('attachment')
    expect(data.profile.email).toBe(person.email)
    expect(data.balances).toContainEqual({ symbol: 'USDT', available: '7', frozen: '0' })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['UserSignedUp', 'DepositRequested', 'KycSubmitted']),
    )
    expect(data.files).toHaveLength(4)
    expect(text).not.toContain(other.userId)
    expect(text).not.toContain('argon2')
  })

  test('holds what the forms of a verification and a loan keep sealed', async () => {
    const { user, id } = await submitted()
    await review(id, 'approve')
    await user.client.call(applyForLoan, {
      body: { ...LOAN, amount: '5000', duration: 30, termsAccepted: true },
      files: { frontId: await photo(), backId: await photo(), selfieWithId: await photo() },
    })
    const { data } = await exportOf(user)
    expect(data.verifications).toMatchObject([
      { full_name: said.fullName, ssn: said.ssn, address: said.address },
    ])
    expect(data.loan_applications).toMatchObject([
      {
        full_name: LOAN.fullName,
        email: LOAN.email,
        phone_number: LOAN.phoneNumber,
        date_of_birth: LOAN.dateOfBirth,
        purpose: LOAN.purpose,
        monthly_income: LOAN.monthlyIncome,
      },
    ])
    expect(data.loan_applications[0].document_names).toHaveLength(3)
  })

  test('holds the user’s devices', async () => {
    const person = await newUser(world)
    const { userId } = person
    await database.pool.query(
      `insert into push_subscription (endpoint, user_id, session_id, p256dh, auth, device)
       select 'https://push.example.com/of-' || id, user_id, id, '', '', 'A red phone'
       from session where user_id = $1`,
      [userId],
    )
    await database.pool.query('insert into known_device values ($1, $2, now())', [
      userId,
      Buffer.from('hash'),
    ])
    // Before the first notification, which this device cannot get.
    const devices = (await exportOf(person)).data
    expect(devices.push_subscriptions).toMatchObject([{ device: 'A red phone' }])
    expect(devices.known_devices).toHaveLength(1)
  })

  test('holds messages, and images that staff sent', async () => {
    const person = await newUser(world)
    const { userId } = person
    await sayToSupport(person, 'Where do I scan?')
    await admin.client.call(replyAsSupport, {
      body: { conversationId: userId, message: 'Here' },
      files: { picture: await photo(30, 40) },
    })
    const { data } = await exportOf(person)
    expect(data.messages.map(({ text }: { text: string }) => text)).toEqual([
      'Where do I scan?',
      'Here',
    ])
    expect(data.files).toEqual([])
    expect(data.files_from_staff).toMatchObject([{ kind: 'picture', mime: 'image/jpeg' }])
  })
})

describe('the data export of a user, of acts of staff,', () => {
  test('names neither staff nor what makes a second approval necessary', async () => {
    const person = await newUser(world)
    const second = await newAdmin(world)
    const id = await depositBy(person, undefined, '30000')
    const approve = ({ client }: Person) =>
      client.call(reviewDeposit, { params: { id }, body: { action: 'approve' } })
    await approve(admin)
    expect((await exportOf(person)).text).not.toContain('FirstApprovalGiven')
    await approve(second)
    const recorded = await services.log.readStream(`deposit-${id}`)
    expect(recorded.map(({ data }) => data)).toMatchObject([
      {},
      { approvedBy: admin.userId, above: '25000', reason: 'amount' },
      { reviewedBy: second.userId, weight: { above: '25000', credited: false, rules: {} } },
    ])
    const { text, data } = await exportOf(person)
    const { events } = data.streams.find(({ stream }: { stream: string }) => stream.endsWith(id))
    const [, first, last] = events.map((event: Exported) => event.data)
    expect(Object.keys(first).sort()).toEqual(['approvedAt', 'flow', 'notes', 'ticks', 'value'])
    expect(Object.keys(last.weight).sort()).toEqual(['alone', 'flow', 'ticks', 'value'])
    expect(text).not.toMatch(new RegExp(`${admin.userId}|${second.userId}`))
  })

  test('keeps reasons that the user is shown, and does not warn of a proposed debit', async () => {
    const person = await newUser(world)
    const second = await newAdmin(world)
    const adjust = (was: string, available: string, reason: string) =>
      admin.client.call(updatePortfolio, {
        body: { userId: person.userId, reason, balances: { USDT: { was, available } } },
      })
    await adjust('0', '20000', 'A refund')
    await fund(world, person, 'USDT', '40000')
    const proposed = await adjust('60000', '0', 'A chargeback')
    expect(proposed.awaits_second_approval).toBe(true)
    const before = await exportOf(person)
    expect(before.text.match(/"reason":"A refund"/g)).toHaveLength(1)
    expect(before.text).not.toMatch(/AdjustmentProposed|A chargeback/)

    const { rows } = await database.pool.query(
      `select data #>> '{firstApproval,approvedAt}' as at from event
       where type = 'AdjustmentProposed' and stream = $1`,
      [`adjustment-${person.userId}`],
    )
    await second.client.call(reviewAdjustment, {
      params: { userId: person.userId },
      body: { action: 'approve', proposedAt: rows[0].at },
    })
    const after = await exportOf(person)
    expect(after.events.map(({ type }) => type)).toContain('AdjustmentProposed')
    expect(after.text.match(/"reason":"A chargeback"/g)).toHaveLength(1)
    expect(after.text).not.toContain('"above"')
  })

  test('withholds reasons that are written for the audit', async () => {
    const { user, id } = await submitted()
    const { userId } = user
    await admin.client.call(revealKyc, { params: { id }, body: { reason: 'Looks forged' } })
    await review(id, 'reject', 'The photo is blurred')
    await admin.client.call(resetKyc, { body: { userId, reason: 'A tip by the police' } })
    const { text, events } = await exportOf(user)
    expect(text).toContain('The photo is blurred')
    expect(text).not.toMatch(/Looks forged|A tip by the police/)
    const withheld = events.filter(({ data }) => data.reason === '(withheld)')
    expect(withheld.map(({ type }) => type)).toEqual(['KycRevealed', 'KycReset'])
  })
})

// Last, because it lets the proofs of staff expire.
test('the data export of a user needs a session, and a proof of who acts', async () => {
  expect((await new Client(app).send(exportAccount)).status).toBe(401)
  const person = await newUser(world)
  clock.advance(6 * MINUTE_MS)
  const refused = await person.client.send(exportAccount)
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'step_up.required'])
  const password = `password of ${person.fullName.slice('User '.length)}`
  await person.client.call(stepUp, { body: { password } })
  expect((await person.client.send(exportAccount)).status).toBe(200)
})
