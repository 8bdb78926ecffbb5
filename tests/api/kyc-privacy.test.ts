import { randomUUID } from 'node:crypto'
import { readFile as readFromDisk } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { linkFile, readFile } from '#shared/contract/files.ts'
import { readKycRequest, revealKyc } from '#shared/contract/kyc.ts'
import { READ_AGAIN_MINUTES } from '#shared/rules/recorded-access.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { expectNoSecrets } from './support/no-secrets.ts'
import { newAdmin, newUser, type Person, renewed } from './support/traders.ts'
import { said, verifications } from './support/verifications.ts'

const world = await openTestApp()
const { app, services, database } = world

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
})

afterEach(() => expectSoundLedger(world))

const { submit, statusOf, requestOf, review, submitted, keptTextOf } = verifications(
  world,
  () => admin,
)

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

  test('becomes unreadable when the user is deleted', async () => {
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

  test('again under the same key works only for as long as a response may have been lost', async () => {
    const { id } = await submitted()
    const key = randomUUID()
    const body = { reason: 'A bank asks' }
    const reveal = (under = key) =>
      admin.client.send(revealKyc, { params: { id }, body, key: under })
    const first = await reveal()
    const later = async (minutes: number) => {
      world.clock.advance(minutes * MINUTE_MS)
      admin = await renewed(world, admin)
    }
    await later(READ_AGAIN_MINUTES - 1)
    const retried = await reveal()
    expect([retried.status, retried.body]).toEqual([200, first.body])
    await later(1)
    const late = await reveal()
    expect([late.status, late.body.code]).toEqual([409, 'access.recorded_earlier'])
    expect(late.text).not.toContain(said.ssn)
    expect((await reveal(randomUUID())).status).toBe(200)
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
  const responses = await Promise.all([user, admin, await newUser(world)].map(link))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 403])
  world.clock.advance(6 * MINUTE_MS)
  expect((await app.inject(front_id_url)).statusCode).toBe(401)
  expect((await app.inject((await link(admin)).body.url ?? '')).statusCode).toBe(200)
})
