import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { deriveKey, unseal } from '#server/platform/cipher.ts'
import {
  changePassword,
  enrolSecondFactor,
  logIn,
  recoverPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { searchAsStaff } from '#shared/contract/cases.ts'
import { listKycRequests, revealKyc, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { issueLiveTicket, LIVE_PATH } from '#shared/contract/live.ts'
import { completeSignUp, updateUserPassword } from '#shared/contract/users.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { openTestApp } from './support/app.ts'
import { photo } from './support/pictures.ts'
import { SecretKeeper } from './support/secret-keeper.ts'
import { SecretWatch } from './support/secret-watch.ts'
import { newAdmin, type Person } from './support/traders.ts'

const lines: string[] = []
const pushService = await startPushService()
afterAll(pushService.stop)
const world = await openTestApp({
  pushEndpoints: pushService.policy,
  config: { logLevel: 'trace' },
  logLines: { write: (line) => void lines.push(line) },
})
const { app, services, database, visitor } = world
const { pool } = database
const injected = vi.spyOn(app, 'inject')
const allResponses = () => Promise.all(injected.mock.results.map(({ value }) => value))
const refused: string[] = []
const watch = new SecretWatch()
const keeper = new SecretKeeper(world, watch, pushService)
const { email } = keeper
const { first, third, fourth, wrong } = keeper.passwords
const SSN = watch.learn('SSN', '987-65-4321')

let admin: Person

beforeAll(async () => {
  await keepEveryJob()
  await keeper.useAccount()
  admin = await newAdmin(world)
  await keeper.subscribe(admin.client)
  await setByStaff()
  await verify()
  await useLiveTicket()
  await askWrongly()
  await meetFaults()
  await learnWhatIsKept()
  for (const { statusCode, payload, headers } of await allResponses()) {
    if (statusCode >= 400) refused.push(`${payload} ${JSON.stringify(headers)}`)
  }
})

test('the scenario covers every kind of secret, faults, warnings, jobs and pushes', async () => {
  const names = new Set(watch.known.map(({ name }) => name))
  expect([...names].sort()).toEqual([
    'SSN',
    'access token',
    'authenticator code',
    'authenticator secret',
    'confirmation token',
    'data key',
    'freeze token',
    'input',
    'live ticket',
    'master key',
    'password',
    'password hash',
    'push private key',
    'recovery code',
    'recovery token',
    'refresh cookie',
    'refresh token',
  ])
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.some((line) => line.includes('request failed'))).toBe(true)
  expect(lines.some((line) => line.includes('a used refresh token came back'))).toBe(true)
  const { rows } = await pool.query<{ row: string }>('select row from seen_job')
  for (const said of ['New verification', 'Second factor turned on', 'signUpId']) {
    expect(
      rows.some(({ row }) => row.includes(said)),
      said,
    ).toBe(true)
  }
})

test('no log line contains a secret at trace level', () => {
  expect(lines.flatMap((line) => watch.foundIn(line))).toEqual([])
})

test('no refusal or fault quotes a secret', () => {
  expect(refused.length).toBeGreaterThan(100)
  expect(refused.flatMap((text) => watch.foundIn(text))).toEqual([])
})

test('no database row contains a secret', async () => {
  expect(await watch.foundInTables(pool)).toEqual([])
})

test('the search finds planted secrets in lines, in every encoding and in rows', async () => {
  for (const { name, value } of watch.known) {
    const forms = [value, JSON.stringify({ value }), encodeURIComponent(value)]
    for (const form of forms) expect(watch.foundIn(`a ${form} b`).join(), name).toContain(name)
  }
  await pool.query('create table leak (held bytea)')
  await pool.query('insert into leak values ($1)', [Buffer.from(SSN)])
  expect((await watch.foundInTables(pool)).join()).toMatch(/^leak: SSN/)
  await pool.query('drop table leak')
})

test('the logger omits a row that PostgreSQL quotes in an error', async () => {
  const fault = await withBroken('person', () =>
    pool.query('update person set phone = phone where password_hash is not null'),
  ).catch((error: unknown) => error)
  const plain: string[] = []
  pino({}, { write: (line) => void plain.push(line) }).error({ err: fault })
  expect(plain.flatMap((line) => watch.foundIn(line)).join()).toContain('password hash')
  const before = lines.length
  services.logger.error({ err: fault, body: { password: first } }, `of ${SSN}`)
  expect(lines.slice(before)).toHaveLength(1)
  expect(watch.foundIn(lines[before] ?? '')).toEqual([])
})

/** Copies every job, because finished jobs are deleted. */
async function keepEveryJob(): Promise<void> {
  await pool.query(`
    create table seen_job (row text);
    create function keep_job() returns trigger language plpgsql as
      $$ begin insert into public.seen_job values (new::text); return new; end $$;
    create trigger keep_job after insert or update on graphile_worker._private_jobs
      for each row execute function public.keep_job()`)
}

async function setByStaff(): Promise<void> {
  const userId = await keeper.userId()
  const { client } = admin
  await client.send(updateUserPassword, { body: { userId: admin.userId, newPassword: fourth } })
  await client.call(updateUserPassword, { body: { userId, newPassword: fourth } })
  const body = { currentPassword: fourth, newPassword: first }
  await (await keeper.logInWith(fourth)).call(changePassword, { body })
}

async function verify(): Promise<void> {
  const client = await keeper.logInWith(first)
  await keeper.subscribe(client)
  const image = await photo(48, 32)
  const files = { kycFrontId: image, kycBackId: image, kycSelfieWithId: image }
  const said = { fullName: 'Demo User', address: '12 Example Street' }
  await client.send(submitKyc, { body: { ...said, ssn: SSN.repeat(4) }, files })
  await client.call(submitKyc, { body: { ...said, ssn: SSN }, files })
  const [request] = await admin.client.call(listKycRequests)
  const kycId = request?.id ?? ''
  await admin.client.send(revealKyc, { params: { id: kycId }, body: {} })
  const shown = await admin.client.call(revealKyc, {
    params: { id: kycId },
    body: { reason: 'The bank asks for it' },
  })
  expect(shown.ssn).toBe(SSN)
  // Text typed by staff is part of the request line.
  for (const q of [SSN, email]) await admin.client.call(searchAsStaff, { query: { q } })
  const body = { kycId, action: 'reject', reason: 'Not readable' } as const
  await admin.client.call(reviewKyc, { body })
}

async function useLiveTicket(): Promise<void> {
  const { ticket } = await admin.client.call(issueLiveTicket)
  watch.learn('live ticket', ticket)
  await app.inject({ method: 'GET', url: `${LIVE_PATH}?ticket=${ticket}` })
  await app.inject({ method: 'GET', url: `${LIVE_PATH}?ticket=${ticket}` })
  await app.inject({ method: 'GET', url: `/api/nowhere?token=${ticket}` })
}

const SECRET_FIELDS = /password|secret|token|^code$|ssn/i

/** Sends a secret to every route with a secret field, in the wrong place and shape. */
async function askWrongly(): Promise<void> {
  const asked = app.mountedRoutes.flatMap((route) => {
    const schema = route.body && z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' })
    const fields = Object.keys(schema?.properties ?? {}).filter((name) => SECRET_FIELDS.test(name))
    return fields.map((field) => ({ route, field }))
  })
  expect(asked.length).toBeGreaterThanOrEqual(17)
  for (const { route, field } of asked) {
    const input = watch.learn('input', `mine alone ${randomUUID().slice(0, 8)}`)
    const bodies = [
      JSON.stringify({ [field]: [input] }),
      JSON.stringify({ [field]: { of: input } }),
      JSON.stringify({ [field]: input.repeat(80) }),
      JSON.stringify({ [field]: `${input}\u0000` }),
      JSON.stringify({ [field]: 5, [input]: input }),
      JSON.stringify(input),
      `{"${field}":"${input}`,
    ]
    const headers = { ...admin.client.headers(route), 'content-type': 'application/json' }
    for (const payload of bodies) {
      const url = `${route.path}?${field}=${encodeURIComponent(input)}`
      const request: InjectOptions = { method: route.method, url, headers, payload }
      const { statusCode } = await app.inject(request)
      expect(statusCode, `${route.path} ${payload}`).toBeOneOf([400, 403, 409, 422, 429])
    }
  }
}

/** Makes each table with data derived from a secret fail, so that PostgreSQL quotes the row. */
async function meetFaults(): Promise<void> {
  const client = await keeper.logInWith(first)
  const body = { full_name: 'Demo User', phone: '+1 555 0100', password: first }
  const faults: Record<string, () => Promise<{ status: number }>> = {
    sign_up: () => visitor.send(signUp, { body: { ...body, email: 'other@example.com' } }),
    session: () => visitor.send(logIn, { body: { email, password: first } }),
    access_token: () => visitor.send(logIn, { body: { email, password: first } }),
    recovery: () => visitor.send(recoverPassword, { body: { email } }),
    person: () =>
      client.send(changePassword, { body: { currentPassword: first, newPassword: third } }),
    second_factor: () => client.send(enrolSecondFactor, { body: { password: first } }),
    throttle: () => visitor.send(logIn, { body: { email, password: wrong } }),
    kyc_applicant: submitAgain,
    event: submitAgain,
  }
  async function submitAgain() {
    const image = await photo(48, 32)
    return client.send(submitKyc, {
      body: { fullName: 'Demo User', ssn: SSN, address: '12 Example Street' },
      files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
    })
  }
  for (const [table, act] of Object.entries(faults)) {
    const { status } = await withBroken(table, act)
    expect(status, table).toBe(500)
  }
  await client.call(completeSignUp, { body: { full_name: 'Demo User', phone: '+1 555 0100' } })
}

async function withBroken<T>(table: string, act: () => Promise<T>): Promise<T> {
  await pool.query(`alter table ${table} add constraint broken check (false) not valid`)
  try {
    return await act()
  } finally {
    await pool.query(`alter table ${table} drop constraint broken`)
  }
}

/** Learns secrets that the database holds on purpose and that may appear nowhere else. */
async function learnWhatIsKept(): Promise<void> {
  const { masterKeys, vapid } = services.config
  watch.learnBytes('master key', masterKeys[0])
  watch.learn('push private key', vapid.privateKey)
  const hashes = await pool.query<{ password_hash: string }>(
    `select password_hash from person where password_hash is not null
     union select password_hash from sign_up`,
  )
  // PostgreSQL quotes only the beginning of a long text.
  for (const { password_hash: hash } of hashes.rows) {
    watch.learn('password hash', hash.slice(31, 60), ['person', 'sign_up'])
  }
  const keys = await pool.query<{ user_id: string; wrapped: Buffer }>(
    'select user_id, wrapped from person_key',
  )
  for (const { user_id, wrapped } of keys.rows) {
    const wrappingKey = deriveKey(masterKeys[0], 'keys of persons')
    watch.learnBytes('data key', unseal(wrappingKey, wrapped, user_id))
  }
}
