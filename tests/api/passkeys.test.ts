import { expect, test } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import { currentUser } from '#shared/contract/auth.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginStepUp,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
  stepUp,
} from '#shared/contract/passkeys.ts'
import { readWithdrawalTerms } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { eventually } from '#tests/support/wait.ts'
import { logInAs, newAccount } from './support/accounts.ts'
import { openTestApp } from './support/app.ts'
import { PasskeyDevice } from './support/passkey-device.ts'
import { enrolPasskey, logInByPasskey, signStatement } from './support/passkeys.ts'
import { newAdmin, newUser } from './support/traders.ts'

const world = await openTestApp()
const { visitor, clock, database, services } = world
const site = services.config.publicUrl

test('a passkey logs in without an address and without a code', async () => {
  const { client, userId } = await newUser(world)
  const { device } = await enrolPasskey(world, client)
  const session = await logInByPasskey(world, device)
  expect(session.user.id).toBe(userId)
  expect((await session.client.call(currentUser)).id).toBe(userId)
})

test('an account has several passkeys with names, and removes each alone', async () => {
  const { client } = await newUser(world)
  const phone = await enrolPasskey(world, client, 'Phone')
  const laptop = await enrolPasskey(world, client, 'Laptop')
  await logInByPasskey(world, laptop.device)
  const [newest, oldest] = await client.call(listPasskeys)
  expect(newest).toMatchObject({ name: 'Laptop', synced: false })
  expect(newest?.last_used_at).not.toBeNull()
  expect(oldest).toMatchObject({ name: 'Phone', last_used_at: null })

  await client.call(removePasskey, { params: { id: laptop.id } })
  expect(await client.call(listPasskeys)).toMatchObject([{ name: 'Phone' }])
  await logInByPasskey(world, phone.device)
  const gone = await visitor.send(logInWithPasskey, {
    body: { credential: laptop.device.sign(await visitor.call(beginPasskeyLogIn)) },
  })
  expect([gone.status, gone.body.code]).toEqual([401, 'login.passkey_unknown'])
})

test('removing a passkey starts a hold on withdrawals, adding one does not', async () => {
  const { client } = await newUser(world)
  const { id } = await enrolPasskey(world, client)
  expect((await client.call(readWithdrawalTerms)).hold_ends_at).toBeNull()
  await client.call(removePasskey, { params: { id } })
  expect((await client.call(readWithdrawalTerms)).hold_ends_at).not.toBeNull()
})

test('the stream of the user records each passkey with its public key, and no name', async () => {
  const { client, userId } = await newUser(world)
  const { id, device } = await enrolPasskey(world, client, 'A private name')
  await client.call(removePasskey, { params: { id } })
  const { rows } = await database.pool.query(
    `select type, data from event where stream = $1 and type like 'Passkey%' order by position`,
    [`user-${userId}`],
  )
  expect(rows).toMatchObject([
    { type: 'PasskeyAdded', data: { passkeyId: id, credentialId: device.id } },
    { type: 'PasskeyRemoved', data: { passkeyId: id } },
  ])
  expect(JSON.stringify(rows)).not.toContain('A private name')
})

test('a passkey can be renamed, and its name is stored only with the passkey', async () => {
  const { client, userId } = await newUser(world)
  const { id, device } = await enrolPasskey(world, client, 'Phone')
  const rename = (name: string, by = client) =>
    by.send(renamePasskey, { params: { id }, body: { name } })
  expect((await rename(' Old phone ')).body).toMatchObject({ id, name: 'Old phone' })
  expect((await rename('Old phone')).status).toBe(200)
  expect(await client.call(listPasskeys)).toMatchObject([{ name: 'Old phone' }])
  await logInByPasskey(world, device)
  expect((await client.call(readWithdrawalTerms)).hold_ends_at).toBeNull()

  const stranger = await newUser(world)
  expect((await rename('Mine', stranger.client)).body.code).toBe('item.unknown')
  expect((await rename('')).status).toBe(400)
  clock.advance(6 * MINUTE_MS)
  expect((await rename('Later')).body.code).toBe('step_up.required')

  const { rows } = await database.pool.query(
    `select data from event where stream = $1 and type = 'PasskeyRenamed'`,
    [`user-${userId}`],
  )
  expect(rows, 'the same name again is no event').toMatchObject([{ data: { passkeyId: id } }])
  expect(JSON.stringify(rows)).not.toContain('phone')
  const admin = await newAdmin(world)
  await eventually(async () => {
    const { lines } = await admin.client.call(listAudit, {
      query: { acts: 'all', user: userId },
    })
    expect(lines.map(({ type }) => type)).toContain('PasskeyRenamed')
  })
})

test('a challenge works once, for minutes, and only for its purpose and session', async () => {
  const { client } = await newUser(world)
  const { device } = await enrolPasskey(world, client)
  const logIn = async (options: Parameters<PasskeyDevice['sign']>[0]) => {
    const body = { credential: device.sign(options), refresh_in_body: true }
    return (await visitor.send(logInWithPasskey, { body })).status
  }
  const used = await visitor.call(beginPasskeyLogIn)
  expect(await logIn(used)).toBe(200)
  expect(await logIn(used)).toBe(401)
  expect(await logIn(await client.call(beginStepUp, { body: {} }))).toBe(401)
  expect(await logIn({ options: { ...used.options, challenge: 'AAAA' } })).toBe(401)
  const late = await visitor.call(beginPasskeyLogIn)
  clock.advance(6 * MINUTE_MS)
  expect(await logIn(late)).toBe(401)

  const stranger = await newUser(world)
  const ofStranger = await stranger.client.call(beginStepUp, { body: {} })
  const response = await client.send(stepUp, { body: { passkey: device.sign(ofStranger) } })
  expect([response.status, response.body.code]).toEqual([400, 'passkey.refused'])
})

test('a signature for another site, by another passkey or by a copy is refused', async () => {
  const { client } = await newUser(world)
  const { device } = await enrolPasskey(world, client)
  const fake = new PasskeyDevice('https://phishing.example')
  const elsewhere = fake.create(await client.call(beginPasskey))
  const body = { name: 'Fake', credential: elsewhere }
  expect((await client.send(addPasskey, { body })).body.code).toBe('passkey.refused')

  const other = await newUser(world)
  const theirs = await enrolPasskey(world, other.client)
  expect((await signStatement(client, theirs.device)).body.code).toBe('passkey.refused')

  expect((await signStatement(client, device)).status).toBe(200)
  device.counter = 0
  expect((await signStatement(client, device)).body.code).toBe('passkey.refused')
})

test('the same passkey is not added twice, and an account has at most ten', async () => {
  const { client } = await newUser(world)
  const { device } = await enrolPasskey(world, client)
  const add = async (each: PasskeyDevice) => {
    const credential = each.create(await client.call(beginPasskey))
    return (await client.send(addPasskey, { body: { name: 'Key', credential } })).body.code
  }
  expect(await add(device)).toBe('passkey.exists')
  for (let n = 2; n <= 10; n += 1) expect(await add(new PasskeyDevice(site))).toBeUndefined()
  expect(await add(new PasskeyDevice(site))).toBe('passkey.full')
})

test('a log-in with the password still works beside passkeys', async () => {
  const account = await newAccount(world)
  const { client } = await logInAs(world, account)
  await enrolPasskey(world, client)
  expect((await logInAs(world, account)).user.id).toBe(account.userId)
})
