import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#shared/contract/account.ts'
import { resetPortfolio } from '#shared/contract/adjustments.ts'
import { addDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { stepUp } from '#shared/contract/passkeys.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import {
  requestSecondFactorReset,
  reviewSecondFactorReset,
} from '#shared/contract/second-factor-resets.ts'
import { completeSignUp, deleteUser, updateUserPassword } from '#shared/contract/users.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { FREEZE_LINK, Mailbox } from '#tests/api/support/mailbox.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { verifications } from '#tests/api/support/verifications.ts'

const world = await openTestApp()
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const stolenAfterMinutes = 6
const { own, submitted } = verifications(world, () => reviewer)

let reviewer: Person
beforeAll(async () => {
  reviewer = await newAdmin(world)
})

/** Moves past the minutes for which a log-in counts as proof; the access token is still valid. */
const pass = () => world.clock.advance(stolenAfterMinutes * MINUTE_MS)

describe('a thief who copied the token of an open session', () => {
  test('cannot withdraw, save an address or delete the account of a customer', async () => {
    const customer = await newUser(world)
    await fund(world, customer, 'USDT', '1000')
    pass()
    const { client } = customer
    const responses = [
      await client.send(saveAddress, {
        body: { label: 'Mine', symbol: 'USDT', network: 'TRC20', address: WALLET },
      }),
      await client.send(submitWithdrawal, {
        body: { symbol: 'USDT', amount: '900', walletAddress: WALLET },
      }),
      await client.send(deleteAccount),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [403, 'step_up.required']),
    )
  })

  test('cannot download the data of a customer', async () => {
    const { user } = await submitted()
    pass()
    const { status, text } = await user.client.send(exportAccount)
    expect([status, JSON.parse(text).code]).toEqual([403, 'step_up.required'])
  })

  test('cannot discard the verification of a customer with another name', async () => {
    const { user } = await submitted()
    pass()
    const { client, fullName } = user
    const rename = (full_name: string) =>
      client.send(completeSignUp, { body: { full_name, phone: '+1 555 0199' } })
    expect((await rename('Thief')).body.code).toBe('step_up.required')
    expect((await rename(fullName)).status).toBe(200)
    expect((await own(user)).status).toBe('pending')

    await client.call(stepUp, { body: { password: `password of ${fullName.slice(5)}` } })
    expect((await rename('Another Name')).status).toBe(200)
    const mailbox = new Mailbox(world.services.config.dataDir)
    await mailbox.find(user.email, /Subject: (Your name was changed)/)
    await mailbox.find(user.email, FREEZE_LINK)
  })

  test('cannot change balances, deposit addresses or customers as staff', async () => {
    const staff = await newAdmin(world)
    const victim = await newUser(world)
    await fund(world, victim, 'USDT', '10')
    pass()
    const { client } = staff
    const { userId } = victim
    const responses = [
      await client.send(resetPortfolio, { body: { userId, reason: 'No reason' } }),
      await client.send(addDepositAddress, {
        body: { symbol: 'USDT', network: 'TRC20', address: WALLET },
      }),
      await client.send(updateUserPassword, { body: { userId, newPassword: 'known to me' } }),
      await client.send(deleteUser, { body: { userId } }),
      await client.send(requestSecondFactorReset, { body: { userId, reason: 'Lost' } }),
      await client.send(reviewSecondFactorReset, {
        params: { userId },
        body: { action: 'approve', requestedAt: '' },
      }),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [403, 'step_up.required']),
    )
  })
})
