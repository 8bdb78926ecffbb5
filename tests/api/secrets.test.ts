import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { generate } from 'otplib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { deriveKey, unseal } from '#server/platform/cipher.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import {
  changePassword,
  confirmEmail,
  currentUser,
  disableSecondFactor,
  enableSecondFactor,
  enrolSecondFactor,
  freezeWithdrawals,
  logIn,
  recoverPassword,
  refreshSession,
  renewRecoveryCodes,
  resetPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { searchAsStaff } from '#shared/contract/cases.ts'
import { listKycRequests, revealKyc, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { issueLiveTicket, LIVE_PATH } from '#shared/contract/live.ts'
import { stepUp } from '#shared/contract/passkeys.ts'
import { subscribePush } from '#shared/contract/push.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { completeSignUp, updateUserPassword } from '#shared/contract/users.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { openTestApp } from './support/app.ts'
import { Client } from './support/client.ts'
import { CONFIRM_LINK, FREEZE_LINK, Mailbox, RESET_LINK } from './support/mailbox.ts'
import { photo } from './support/pictures.ts'
import { SecretWatch } from './support/secret-watch.ts'
import { fund, newAdmin, type Person } from './support/traders.ts'

const lines: string[] = []
const pushService = await startPushService()
afterAll(pushService.stop)
const world = await openTestApp({
  pushEndpoints: pushService.policy,
  config: { logLevel: 'trace' },
  logLines: { write: (line) => void lines.push(line) },
})
const { app, services, database, clock, visitor } = world
const { pool } = database
const mailbox = new Mailbox(services.config.dataDir)
const injected = vi.spyOn(app, 'inject')
const allAnswers = () => Promise.all(injected.mock.results.map(({ value }) => value))
const refused: string[] = []
const watch = new SecretWatch()

const email = 'keeper@example.com'
const passwords = [1, 2, 3, 4, 5].map((n) => watch.learn('password', `"corréct" horse <${n}>\\`))
const [first = '', second = '', third = '', fourth = '', wrong = ''] = passwords
const SSN = watch.learn('SSN', '987-65-4321')

let admin: Person

beforeAll(async () => {
  await keepEveryJob()
  await signUpAndConfirm()
  await logInAsBrowser()
  await recover()
  const factor = await protect()
  await withdraw(factor)
  await changeAndRenew(factor)
  await freeze()
  admin = await newAdmin(world)
  await subscribe(admin.client)
  await setByStaff()
  await verify()
  await useLiveTicket()
  await askWrongly()
  await meetFaults()
  await learnWhatIsKept()
  for (const { statusCode, payload, headers } of await allAnswers()) {
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

function subscribe(client: Client) {
  const { endpoint, keys } = pushService.newDevice()
  return client.call(subscribePush, { body: { endpoint, keys, device: 'Test device' } })
}

async function signUpAndConfirm(): Promise<void> {
  const body = { full_name: 'Demo User', phone: '+1 555 0100', email, password: first }
  await visitor.call(signUp, { body })
  const token = watch.learn('confirmation token', await mailbox.find(email, CONFIRM_LINK))
  await visitor.send(logIn, { body: { email, password: first } })
  await visitor.send(confirmEmail, { body: { token: `${token}x` } })
  await visitor.call(confirmEmail, { body: { token } })
  await visitor.send(confirmEmail, { body: { token } })
  await visitor.send(signUp, { body: { ...body, password: second } })
}

/** A session with its tokens in the body. */
async function logInWith(password: string, code?: string): Promise<Client> {
  const body = { email, password, refresh_in_body: true, ...(code ? { code } : {}) }
  const session = await visitor.call(logIn, { body })
  watch.learn('refresh token', session.refresh_token ?? '')
  return new Client(app, watch.learn('access token', session.access_token))
}

/** A session with a cookie that is exchanged, then reused. */
async function logInAsBrowser(): Promise<void> {
  await visitor.send(logIn, { body: { email, password: wrong } })
  await visitor.send(logIn, { body: { email: 'nobody@example.com', password: first } })
  const post = (route: RouteDefinition, payload: object, cookie = '') =>
    app.inject({ method: 'POST', url: route.path, payload, headers: { cookie } })
  const cookieOf = (answer: Awaited<ReturnType<typeof post>>) => {
    const [, value = ''] = /=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? []
    watch.learn('access token', answer.json().access_token)
    return `refresh_token=${watch.learn('refresh cookie', value)}`
  }
  const cookie = cookieOf(await post(logIn, { email, password: first }))
  const renewed = await post(refreshSession, {}, cookie)
  cookieOf(renewed)
  await new Client(app, renewed.json().access_token).call(currentUser)
  clock.advance(2 * MINUTE_MS)
  const reused = await post(refreshSession, {}, cookie)
  expect(reused.statusCode).toBe(401)
  await post(refreshSession, { refresh_token: wrong.repeat(2) })
}

async function recover(): Promise<void> {
  await visitor.call(recoverPassword, { body: { email } })
  const token = watch.learn('recovery token', await mailbox.find(email, RESET_LINK))
  await visitor.send(resetPassword, { body: { token: `${token}x`, password: second } })
  await visitor.send(resetPassword, { body: { token, password: 'short' } })
  await visitor.call(resetPassword, { body: { token, password: second } })
  await visitor.send(resetPassword, { body: { token, password: third } })
}

interface Factor {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Each code works once, so this moves the clock to the next one. */
async function nextCode({ secret }: Pick<Factor, 'secret'>): Promise<string> {
  clock.advance(30 * SECOND_MS)
  const code = await generate({ secret, epoch: Math.floor(clock.now() / SECOND_MS) })
  return watch.learn('authenticator code', code)
}

const learnCodes = (codes: readonly string[]) =>
  codes.map((code) => watch.learn('recovery code', code))

async function protect(): Promise<Factor> {
  const client = await logInWith(second)
  await subscribe(client)
  await client.send(enrolSecondFactor, { body: { password: wrong } })
  const { secret } = await client.call(enrolSecondFactor, { body: { password: second } })
  watch.learn('authenticator secret', secret)
  await client.send(enableSecondFactor, { body: { code: watch.learn('input', 'no-such-code') } })
  const body = { code: await nextCode({ secret }) }
  const { recovery_codes } = await client.call(enableSecondFactor, { body })
  await visitor.send(logIn, { body: { email, password: second } })
  await visitor.send(logIn, { body: { email, password: second, code: body.code } })
  return { secret, recoveryCodes: learnCodes(recovery_codes) }
}

async function withdraw(factor: Factor): Promise<void> {
  const { rows } = await pool.query('select user_id from person where email = $1', [email])
  const userNo = await findUserNo(pool, rows[0].user_id)
  await fund(world, { userNo } as Person, 'USDT', '1000')
  clock.advance(DAY_MS)
  const client = await logInWith(second, factor.recoveryCodes[0])
  const wallet = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const body = { symbol: 'USDT', amount: '250', walletAddress: wallet } as const
  clock.advance(6 * MINUTE_MS)
  const asked = await client.send(submitWithdrawal, { body })
  expect(asked.body.code).toBe('step_up.required')
  const refused = await client.send(stepUp, { body: { code: 'no-such-code' } })
  expect(refused.body.code).toBe('step_up.code_wrong')
  await client.call(stepUp, { body: { code: await nextCode(factor) } })
  await client.call(submitWithdrawal, { body })
}

async function changeAndRenew(factor: Factor): Promise<void> {
  const client = await logInWith(second, await nextCode(factor))
  await client.send(changePassword, { body: { currentPassword: wrong, newPassword: third } })
  await client.call(changePassword, { body: { currentPassword: second, newPassword: third } })
  const renewed = await client.call(renewRecoveryCodes, {
    body: { password: third, code: await nextCode(factor) },
  })
  const [code = ''] = learnCodes(renewed.recovery_codes)
  await client.send(disableSecondFactor, {
    body: { password: third, code: factor.recoveryCodes[1] ?? '' },
  })
  await client.call(disableSecondFactor, { body: { password: third, code } })
}

async function freeze(): Promise<void> {
  const token = watch.learn('freeze token', await mailbox.find(email, FREEZE_LINK))
  await app.inject({ method: 'GET', url: `/freeze-withdrawals?token=${token}` })
  await visitor.send(freezeWithdrawals, { body: { token: `${token}x` } })
  await visitor.call(freezeWithdrawals, { body: { token } })
  await visitor.send(freezeWithdrawals, { body: { token } })
}

async function setByStaff(): Promise<void> {
  const { rows } = await pool.query('select user_id from person where email = $1', [email])
  const userId = rows[0].user_id
  const { client } = admin
  await client.send(updateUserPassword, { body: { userId: admin.userId, newPassword: fourth } })
  await client.call(updateUserPassword, { body: { userId, newPassword: fourth } })
  const body = { currentPassword: fourth, newPassword: first }
  await (await logInWith(fourth)).call(changePassword, { body })
}

async function verify(): Promise<void> {
  const client = await logInWith(first)
  await subscribe(client)
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
  // What staff type is on the line of the request.
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
  const client = await logInWith(first)
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
  const { masterKey, vapid } = services.config
  watch.learnBytes('master key', masterKey)
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
    const wrappingKey = deriveKey(masterKey, 'keys of persons')
    watch.learnBytes('data key', unseal(wrappingKey, wrapped, user_id))
  }
}
