import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { remindOfDueLoans } from '#server/features/loans/remind-due.ts'
import { keepLanguage } from '#shared/contract/account.ts'
import { inUtc } from '#shared/format.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { newDevice } from './support/devices.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { lending } from './support/loans.ts'
import { Mailbox } from './support/mailbox.ts'
import { disable, fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const pushService = await startPushService()
const testApp = await openTestApp({ pushEndpoints: pushService.policy })
const { clock, services, database } = testApp
const mails = new Mailbox(services.config.dataDir)

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  return pushService.stop
})

afterEach(() => expectSoundLedger(testApp))

const utc = (atMs: number) => inUtc(instantOf(atMs))

const { submit, review, pay, own, borrower } = lending(testApp, () => admin)

/** Moves the clock and opens a new session, because the old one expires. */
async function later(days: number, person: Person): Promise<Person> {
  clock.advance(days * DAY_MS)
  admin = await newAdmin(testApp)
  return renewed(testApp, person)
}

describe('repaying', () => {
  test('takes principal and interest and shows the payment', async () => {
    const { user, loan } = await borrower()
    await fund(testApp, user, 'USDT', '57.5')
    const { status, body } = await pay(user, loan.id, '1057.5')
    expect(status).toBe(200)
    expect(body.message).toBe('Loan payment of 1,057.5 USDT completed successfully!')
    expect(body.loan).toMatchObject({
      status: 'approved',
      loan_status: 'paid',
      due: null,
      paid: { principal: '1000', interest: '57.5', penalty: '0', total: '1057.5' },
    })
    expect(body.loan.loan_pay_date).not.toBeNull()
    expect(await holdings(testApp, user)).toEqual({ USDT: '0 + 0' })
    const again = await pay(user, loan.id)
    expect([again.status, again.body.error, again.body.message]).toEqual([
      409,
      'Payment Failed',
      'This loan is already paid.',
    ])
  })

  test('reports the shortfall in the message and fields', async () => {
    const { user, loan } = await borrower()
    const { status, body } = await pay(user, loan.id)
    expect(status).toBe(400)
    expect(body).toEqual({
      code: 'loan.balance_insufficient',
      error: 'Insufficient Balance',
      message:
        'You need 1,057.50000000 USDT but only have 1,000.00000000 USDT. Shortfall: 57.50000000 USDT',
      required: '1057.50000000',
      available: '1000.00000000',
      shortfall: '57.50000000',
    })
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
  })

  test('happens once for concurrent requests', async () => {
    const { user, loan } = await borrower()
    await fund(testApp, user, 'USDT', '100000')
    const key = randomUUID()
    const responses = await atOnce(50, (index) =>
      pay(user, loan.id, '1057.5', index % 2 ? key : undefined),
    )
    const paid = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ body }) => body.code === 'loan.not_payable')
    expect(paid.length + refused.length).toBe(50)
    // Either all requests with the shared key succeed, or one of the others.
    expect([1, 25]).toContain(paid.length)
    expect(await holdings(testApp, user)).toEqual({ USDT: '99942.5 + 0' })
  })

  test('repays one of two loans if the balance covers only one', async () => {
    const { user, loan } = await borrower()
    const { body } = await submit(user)
    await review(body.loan.id, { action: 'approve' })
    const responses = await atOnce(50, (index) => pay(user, index % 2 ? loan.id : body.loan.id))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await holdings(testApp, user)).toEqual({ USDT: '942.5 + 0' })
  })

  test('is only for the borrower, even if disabled', async () => {
    const { user, loan } = await borrower()
    await fund(testApp, user, 'USDT', '100')
    expect((await pay(await newUser(testApp), loan.id)).status).toBe(404)
    expect((await pay(admin, loan.id)).status).toBe(404)
    await disable(testApp, user)
    expect((await pay(user, loan.id)).status).toBe(200)
  })

  test('is refused before approval', async () => {
    const user = await newUser(testApp)
    const { body } = await submit(user)
    const response = await pay(user, body.loan.id)
    expect([response.status, response.body.message]).toEqual([
      409,
      'This loan is not paid out yet, so there is nothing to pay.',
    ])
  })

  test('is refused if a new day of penalty changed the total', async () => {
    const first = await borrower()
    await fund(testApp, first.user, 'USDT', '1000')
    const user = await later(31, first.user)
    expect(await own(user)).toMatchObject([
      {
        loan_status: 'overdue',
        days_remaining: -1,
        due: { principal: '1000', interest: '57.5', penalty: '50', total: '1107.5' },
      },
    ])
    const stale = await pay(user, first.loan.id, '1057.5')
    expect([stale.status, stale.body.code]).toEqual([409, 'terms.changed'])
    expect(stale.body).toMatchObject({ field: 'total', actual: '1107.5' })
    expect((await pay(user, first.loan.id, '1107.5')).status).toBe(200)
    expect(await holdings(testApp, user)).toEqual({ USDT: '892.5 + 0' })
  })
})

describe('reminders and notifications', () => {
  const deviceOf = (person: Person) => newDevice(testApp, pushService, person)

  test('notify staff of an application and the applicant of its result', async () => {
    const user = await newUser(testApp)
    const [desk, phone] = [await deviceOf(admin), await deviceOf(user)]
    const { body } = await submit(user)
    const tag = `loan-${body.loan.id}`
    expect(await desk.next()).toMatchObject({ title: 'New loan application', tag })
    await review(body.loan.id, { action: 'approve' })
    expect(await phone.next()).toMatchObject({
      title: 'Loan approved',
      tag,
      url: '/?open=loan-history',
    })
  })

  test('are sent once when a loan is due soon and once when it is overdue', async () => {
    const started = await borrower({ duration: 20 })
    const startedAtMs = clock.now()
    const remind = () => atOnce(5, () => remindOfDueLoans(services))
    const reminders = async () => {
      const { rows } = await database.pool.query<{ type: string }>(
        `select type from event where stream = $1 and type in ('LoanDueSoon', 'LoanOverdue')
         order by version`,
        [`loan-${started.loan.id}`],
      )
      return rows.map(({ type }) => type)
    }
    await remind()
    expect(await reminders()).toEqual([])

    const user = await later(13, started.user)
    const phone = await deviceOf(user)
    await remind()
    await remind()
    expect(await reminders()).toEqual(['LoanDueSoon'])
    expect(await phone.next()).toMatchObject({ title: 'Loan due soon', url: '/?open=loan-history' })
    const dueAtMs = startedAtMs + 20 * DAY_MS
    expect(await mails.find(user.email, /Your loan is due on ([^.]+)\./)).toBe(utc(dueAtMs))
    expect(await mails.find(user.email, /From ([^.]+ UTC), the late penalty/)).toBe(
      utc(dueAtMs + DAY_MS),
    )

    const overdueUser = await later(8, user)
    await overdueUser.client.call(keepLanguage, { body: { language: 'es' } })
    await remind()
    await remind()
    expect(await reminders()).toEqual(['LoanDueSoon', 'LoanOverdue'])
    await mails.find(user.email, /(<div lang="es" dir="ltr">)/)
    await eventually(async () => expect(await mails.to(user.email)).toHaveLength(2))

    await fund(testApp, overdueUser, 'USDT', '1000')
    expect((await pay(overdueUser, started.loan.id)).status).toBe(200)
    await remind()
    expect(await reminders()).toHaveLength(2)
  })
})
