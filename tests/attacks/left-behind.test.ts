import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allSchedules } from '#server/background.ts'
import { exportAccount } from '#shared/contract/account.ts'
import { signUp } from '#shared/contract/auth.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerUsdtAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { CONFIRM_LINK, Mailbox } from '#tests/api/support/mailbox.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newAdmin, newUser, renewed } from '#tests/api/support/traders.ts'

const testApp = await openTestApp({ config: { secondApprovalAboveUsd: '100' } })
const { services, visitor, clock } = testApp
const mails = new Mailbox(services.config.dataDir)

it('a stranger’s unconfirmed sign-up is deleted after 7 days, but not a later attempt', async () => {
  const [forgotten, again] = ['stranger@example.com', 'again@example.com']
  for (const email of [forgotten, again]) await askToSignUp(email)
  const confirmed = await newUser(testApp)

  clock.advance(6 * DAY_MS)
  await runSweeps()
  expect(await knownEmails()).toEqual(expect.arrayContaining([forgotten, again]))

  clock.advance(1.1 * DAY_MS)
  await askToSignUp(again, 2)
  await runSweeps()
  const left = await knownEmails()
  expect(left).toEqual(expect.arrayContaining([again, confirmed.email]))
  expect(left).not.toContain(forgotten)
  // It was never confirmed as the address of this person.
  expect(await mails.to(forgotten)).toHaveLength(1)
  const { rows } = await services.pool.query<{ status: string }>(
    `select status from document where kind = 'user' and data->>'deletedAt' is not null`,
  )
  expect(rows).toEqual([{ status: 'deleted' }])
  // Every start reads the register of erasures, and a stranger can sign up any number of addresses.
  expect(await readdir(join(services.config.dataDir, 'erasures')).catch(() => [])).toEqual([])
})

it('a customer cannot learn from the export who reviews and above which value two reviewers do', async () => {
  const [first, second] = [await newAdmin(testApp), await newAdmin(testApp)]
  const user = await newUser(testApp)
  await offerUsdtAddress(testApp)
  const { request } = await user.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '250' },
    files: { screenshot: await photo() },
  })
  for (const { client } of [first, second]) {
    const params = { id: request.id }
    await client.call(reviewDeposit, { params, body: { action: 'approve' } })
  }
  const { client } = await renewed(testApp, user)
  const { text } = await client.send(exportAccount)
  expect(text).toContain('FirstApprovalGiven')
  expect(text).toContain('DepositApproved')
  for (const secret of [first.userId, second.userId, '"above"']) expect(text).not.toContain(secret)
})

async function askToSignUp(email: string, nth = 1): Promise<void> {
  await visitor.call(signUp, {
    body: { email, password: 'correct horse', full_name: 'Demo User', phone: '+1 555 0100' },
  })
  await mails.find(email, CONFIRM_LINK, nth)
}

async function runSweeps(): Promise<void> {
  for (const name of ['identity.clean-up', 'account.delete-unconfirmed']) {
    await allSchedules(services)
      .find((task) => task.name === name)
      ?.run()
  }
}

async function knownEmails(): Promise<string[]> {
  const { rows } = await services.pool.query<{ email: string }>('select email from person')
  return rows.map(({ email }) => email)
}
