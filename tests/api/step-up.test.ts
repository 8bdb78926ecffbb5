import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changePassword, logIn } from '#shared/contract/auth.ts'
import { beginStepUp, stepUp } from '#shared/contract/passkeys.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { updateUserPassword } from '#shared/contract/users.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from './support/accounts.ts'
import { openTestApp } from './support/app.ts'
import type { Client } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { enrolPasskey, logInByPasskey, sendSigned } from './support/passkeys.ts'
import { nextCode, protectedAccount } from './support/second-factors.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { clock, database } = world
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const save = (client: Client, label: string = randomUUID()) =>
  client.send(saveAddress, { body: { label, symbol: 'USDT', network: 'TRC20', address: WALLET } })
const prove = (client: Client, body: { code?: string; password?: string }) =>
  client.send(stepUp, { body })
async function account() {
  const created = await newAccount(world)
  return { ...created, ...(await logInAs(world, created)) }
}

describe('a sensitive request', () => {
  test('needs nothing for 5 minutes after signing in, then a proof for the next 5', async () => {
    const { client } = await account()
    clock.advance(4 * MINUTE_MS)
    expect((await save(client)).status).toBe(200)
    clock.advance(2 * MINUTE_MS)
    const asked = await save(client)
    expect([asked.status, asked.body]).toMatchObject([
      403,
      { code: 'step_up.required', methods: ['password'] },
    ])
    expect((await prove(client, { password: 'wrong words' })).body.code).toBe('password.wrong')
    expect((await save(client)).status).toBe(403)
    expect((await prove(client, { password: PASSWORD })).status).toBe(200)
    expect((await save(client)).status).toBe(409)
    clock.advance(6 * MINUTE_MS)
    expect((await save(client)).status).toBe(403)
  })

  test('asks an account with a second factor for a code, and accepts no password', async () => {
    const { client, secret, recoveryCodes } = await protectedAccount(world)
    clock.advance(6 * MINUTE_MS)
    expect((await save(client)).body).toMatchObject({ methods: ['code'] })
    expect((await prove(client, { password: PASSWORD })).body.code).toBe('input.invalid')
    expect((await prove(client, { code: '000000' })).body.code).toBe('step_up.code_wrong')
    expect((await prove(client, { code: await nextCode(world, secret) })).status).toBe(200)
    expect((await save(client)).status).toBe(200)
    clock.advance(6 * MINUTE_MS)
    expect((await prove(client, { code: recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  test('is sent again with the same key and counts once', async () => {
    const { client, ...person } = await account()
    await fund(world, person, 'USDT', '1000')
    clock.advance(6 * MINUTE_MS)
    const key = randomUUID()
    const body = { symbol: 'USDT', amount: '250', walletAddress: WALLET } as const
    const submit = () => client.send(submitWithdrawal, { body, key })
    expect((await submit()).body.code).toBe('step_up.required')
    await prove(client, { password: PASSWORD })
    const [one, other] = await Promise.all([submit(), submit()])
    expect(one.body.request.id).toBe(other.body.request.id)
  })

  test('that was accepted needs no proof when it is repeated', async () => {
    const { client, ...person } = await account()
    await fund(world, person, 'USDT', '1000')
    const key = randomUUID()
    const body = { symbol: 'USDT' as const, amount: '250', walletAddress: WALLET }
    const submit = (sent = body) => client.send(submitWithdrawal, { body: sent, key })
    const first = await submit()
    clock.advance(6 * MINUTE_MS)
    const again = await submit()
    expect([again.status, again.body.request?.id]).toEqual([200, first.body.request.id])
    expect((await submit({ ...body, amount: '251' })).body.code).toBe('step_up.required')
    const anew = await client.send(submitWithdrawal, { body, key: randomUUID() })
    expect(anew.body.code).toBe('step_up.required')
  })

  test('needs a proof from the same session', async () => {
    const created = await newAccount(world)
    const [phone, laptop] = [await logInAs(world, created), await logInAs(world, created)]
    clock.advance(6 * MINUTE_MS)
    await prove(phone.client, { password: PASSWORD })
    expect((await save(laptop.client)).status).toBe(403)
    expect((await save(phone.client)).status).toBe(200)
  })

  test('that contains the password needs no other proof if the account has none', async () => {
    const { client } = await account()
    clock.advance(6 * MINUTE_MS)
    const body = { currentPassword: PASSWORD, newPassword: 'another horse' }
    expect((await client.send(changePassword, { body })).status).toBe(200)
    const careful = await protectedAccount(world)
    clock.advance(6 * MINUTE_MS)
    const asked = await careful.client.send(changePassword, { body })
    expect([asked.status, asked.body.code]).toEqual([403, 'step_up.required'])
  })

  test('can be confirmed under a password that staff set, which it replaces', async () => {
    const { secret, ...user } = await protectedAccount(world)
    const set = 'a password that staff set'
    const admin = await newAdmin(world)
    await admin.client.call(updateUserPassword, { body: { userId: user.userId, newPassword: set } })
    const given = { ...user, password: set }
    const { client } = await logInAs(world, given, await nextCode(world, secret))
    clock.advance(6 * MINUTE_MS)
    const body = { currentPassword: set, newPassword: 'only the owner knows' }
    expect((await client.send(changePassword, { body })).body.code).toBe('step_up.required')
    expect((await client.send(beginStepUp, { body: {} })).status).toBe(200)
    expect((await prove(client, { code: await nextCode(world, secret) })).status).toBe(200)
    expect((await client.send(changePassword, { body })).status).toBe(200)
  })

  test('signed with a passkey carries the signature of exactly this request', async () => {
    const user = await newUser(world)
    await fund(world, user, 'USDT', '1000')
    const { device } = await enrolPasskey(world, user.client)
    clock.advance(6 * MINUTE_MS)
    const body = { symbol: 'USDT', amount: '250', walletAddress: WALLET } as const
    const response = await sendSigned({ client: user.client, device }, submitWithdrawal, {
      body,
      key: randomUUID(),
    })
    expect(response.status).toBe(200)
    const { rows } = await database.pool.query(`select metadata from event where stream = $1`, [
      `withdrawal-${response.body.request.id}`,
    ])
    expect(rows[0].metadata.proof).toMatchObject({ of: 'request', credentialId: device.id })
    await expectSoundLedger(world)
  })

  test('asks an account with a passkey and a second factor for either of them', async () => {
    const { client, secret } = await protectedAccount(world)
    const { device } = await enrolPasskey(world, client)
    clock.advance(6 * MINUTE_MS)
    expect((await save(client)).body).toMatchObject({ methods: ['passkey', 'code'] })
    expect((await prove(client, { code: await nextCode(world, secret) })).status).toBe(200)
    const byPasskey = await logInByPasskey(world, device)
    expect((await save(byPasskey.client)).status).toBe(200)
  })
})

test('logging in with the password alone is not enough for an account with a second factor', async () => {
  const { email } = await protectedAccount(world)
  const response = await world.visitor.send(logIn, { body: { email, password: PASSWORD } })
  expect(response.body.code).toBe('login.second_factor_required')
})
