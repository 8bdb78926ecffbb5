import { describe, expect, it } from 'vitest'
import { type MountContext, mount } from '#server/platform/mount.ts'
import type { Tries } from '#server/platform/tries.ts'
import { post } from '#shared/contract/define-route.ts'
import { SECOND_MS } from '#shared/time.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { limitsOfOneProcess, StandingClock } from '#tests/support/rate-limits.ts'
import {
  as,
  forget,
  HEADER,
  KEY,
  note,
  OWN_ID,
  open,
  readAll,
  readNotes,
  WRITE_AS_OWN,
  writeNote,
  writeNoteNext,
} from './notes-server.ts'

describe('access', () => {
  const params = { userId: OWN_ID }

  it.each([
    ['own', 200],
    ['other', 403],
    ['disabled', 200],
    ['admin', 200],
    ['dismissed', 403],
    ['careless', 403],
    ['stranger', 401],
  ])('responds to %s with %i when the notes belong to one user', async (name, status) => {
    expect((await as(open().app, name).send(readNotes, { params })).status).toBe(status)
  })

  it.each([
    ['own', 403],
    ['admin', 200],
    ['dismissed', 403],
    ['careless', 403],
    ['stranger', 401],
  ])('responds to %s with %i on a staff route', async (name, status) => {
    expect((await as(open().app, name).send(readAll, { params })).status).toBe(status)
  })

  it('refuses a write by a disabled user, except on routes that allow it', async () => {
    const disabled = as(open().app, 'disabled')
    const response = await disabled.send(writeNote, { body: { text: 'a' } })
    expect(response.status).toBe(403)
    expect(response.body.message).toBe('Your account is disabled. Please contact support.')
    expect((await disabled.send(forget, { body: { text: 'a' } })).status).toBe(200)
  })

  it('authenticates the caller before it parses the body', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await open().app.inject({ ...WRITE_AS_OWN, headers, payload: '{broken' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({
      code: 'session.required',
      error: 'Auth session missing!',
    })
  })
})

describe('Idempotency-Key', () => {
  it('decides at the time when its turn comes, after earlier attempts', async () => {
    const clock = new MovableClock()
    const tries: Tries = {
      begin: () => ({
        run: async (work) => {
          clock.advance(5 * SECOND_MS)
          return work()
        },
        mayRecord: async () => {},
        runsElsewhere: async () => false,
      }),
    }
    const { app, causes } = open({ clock, tries })
    const arrivedAt = clock.now()
    await as(app, 'own').send(writeNote, { body: { text: 'a' }, headers: { [HEADER]: KEY } })
    expect(Date.parse(causes[0]?.metadata.at ?? '')).toBeGreaterThanOrEqual(
      arrivedAt + 5 * SECOND_MS,
    )
  })

  it('must be a UUID, and the error says so', async () => {
    const own = as(open().app, 'own')
    for (const key of ['', 'again']) {
      const response = await own.send(writeNote, {
        body: { text: 'a' },
        headers: { [HEADER]: key },
      })
      expect(response.status).toBe(400)
      expect(response.body.message).toContain('An Idempotency-Key is a UUID')
    }
  })

  it('is generated for each request without one, and returned', async () => {
    const { app, causes } = open()
    const send = () => as(app, 'own').send(writeNote, { body: { text: 'a' }, key: null })
    const keys = [(await send()).headers[HEADER], (await send()).headers[HEADER]]
    expect(causes.map(({ key }) => key.header)).toEqual(keys)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('reaches the handler with the actor and a hash of the request', async () => {
    const { app, causes } = open()
    const own = as(app, 'own')
    await own.send(writeNote, { body: { text: 'a', mood: 'b' }, key: KEY })
    await own.send(writeNote, { body: { mood: 'b', text: 'a' }, key: KEY })
    await own.send(writeNote, { body: { text: 'c', mood: 'b' }, key: KEY })
    const [first, same, other] = causes
    expect(first?.key).toEqual({ header: KEY.toLowerCase(), actorId: OWN_ID })
    expect(first?.metadata.actor).toEqual({ kind: 'user', id: OWN_ID })
    expect(same?.requestHash).toEqual(first?.requestHash)
    expect(other?.requestHash).not.toEqual(first?.requestHash)
  })

  it('identifies the same request for a server of another release', async () => {
    const [here, there] = [open(), open({}, writeNoteNext)]
    const payload = { text: ' a ', mood: 'b', urgent: true }
    for (const { app } of [here, there]) {
      expect((await app.inject({ ...WRITE_AS_OWN, payload })).statusCode).toBe(200)
    }
    expect(there.causes[0]?.requestHash).toEqual(here.causes[0]?.requestHash)
  })
})

describe('input', () => {
  it.each([
    ['{"text":""}', 400, 'input.invalid'],
    ['{"text":5}', 400, 'input.invalid'],
    ['{', 400, 'input.unreadable'],
    ['', 400, 'input.invalid'],
    ['null', 400, 'input.invalid'],
    ['{"text":"a","__proto__":{"x":1}}', 400, 'input.unreadable'],
    ['{"text":"\\ud800"}', 400, 'input.invalid'],
    ['{"text":"a\\u0000b"}', 400, 'input.invalid'],
    ['{"text":"a","unknown":1e999}', 400, 'input.invalid'],
    [`{"text":"a","unknown":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'input.invalid'],
    [`{"text":"${'a'.repeat(70_000)}"}`, 413, 'input.unreadable'],
  ])('refuses the body %.40s', async (payload, status, code) => {
    const response = await open().app.inject({ ...WRITE_AS_OWN, payload })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
  })

  it('names the first invalid field in the message and all of them in fields', async () => {
    const payload = '{"text":"","mood":7}'
    const response = await open().app.inject({ ...WRITE_AS_OWN, payload })
    const { message, fields } = response.json()
    expect(message).toBe('text: must not be empty')
    expect(Object.keys(fields)).toEqual(['text', 'mood'])
  })

  it('returns the same error shape for malformed and over-long URLs', async () => {
    const { app } = open()
    const bad = await app.inject('/api/notes/%E0%A4%A')
    expect([bad.statusCode, bad.json().code]).toEqual([400, 'input.unreadable'])
    expect(bad.json().message).toContain('malformed')
    const long = await app.inject(`/api/notes/${'a'.repeat(300)}`)
    expect([long.statusCode, long.json().error]).toEqual([414, 'Address Too Long'])
  })

  it('refuses other media types', async () => {
    const headers = { ...WRITE_AS_OWN.headers, 'content-type': 'text/plain' }
    const response = await open().app.inject({ ...WRITE_AS_OWN, headers, payload: 'hello' })
    expect([response.statusCode, response.json().error]).toEqual([415, 'Unsupported Media Type'])
    expect(response.json().message).toContain('application/json')
  })
})

describe('responses', () => {
  it('maps a refusal to its status, title and message', async () => {
    const response = await as(open().app, 'own').send(writeNote, { body: { text: 'refuse me' } })
    expect(response.status).toBe(404)
    expect(response.body).toEqual({
      code: 'item.unknown',
      error: 'Not Found',
      message: 'This item does not exist or is not yours.',
    })
  })

  it('hides the details of a fault and returns a request id', async () => {
    const response = await as(open().app, 'own').send(writeNote, { body: { text: 'break' } })
    expect(response.status).toBe(500)
    expect(response.text).not.toContain('secret detail')
    expect(response.body.message).toContain(String(response.headers['x-request-id']))
  })

  it('asks for a retry when there is no space for a file', async () => {
    const { app } = open()
    const response = await as(app, 'own').send(writeNote, { body: { text: 'fill up' } })
    expect(response).toMatchObject({ status: 503, body: { code: 'service.unavailable' } })
    expect(response.headers['retry-after']).toBe('2')
  })

  it('fails if a handler returns fields outside its contract', async () => {
    const response = await as(open().app, 'own').send(writeNote, { body: { text: 'chatter' } })
    expect(response.status).toBe(500)
  })

  it('has headers that forbid scripts, framing and caching', async () => {
    const { headers } = await as(open().app, 'own').send(readNotes, { params: { userId: OWN_ID } })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('rate limits', () => {
  it('count calls per caller and reset every minute', async () => {
    const clock = new StandingClock()
    const { app } = open({ rateLimits: limitsOfOneProcess(clock) })
    const own = as(app, 'own')
    const statuses = async () => {
      const responses = []
      for (let i = 0; i < 3; i += 1) responses.push(await own.send(forget, { body: { text: 'a' } }))
      return responses.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 429])
    expect((await as(app, 'other').send(forget, { body: { text: 'a' } })).status).toBe(200)
    clock.advance(60_000)
    expect(await statuses()).toEqual([200, 200, 429])
  })

  it('apply to requests for unknown paths', async () => {
    const { app } = open({ rateLimits: limitsOfOneProcess() })
    const responses = []
    for (let i = 0; i < 121; i += 1) responses.push(await app.inject(`/api/hole/${i}`))
    expect(responses[119]?.statusCode).toBe(404)
    expect(responses[120]?.statusCode).toBe(429)
    expect(Number(responses[120]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('definitions', () => {
  it('that omit idempotency or the owner fail when mounted', () => {
    const { app } = open()
    const context = {} as MountContext
    const { idempotency: _, ...undecided } = writeNote
    const ownerless = post('/api/other', { ...note, access: 'own' })
    const handler = () => ({ text: '' })
    expect(() => mount(app, context, undecided, handler)).toThrow('say its idempotency')
    expect(() => mount(app, context, ownerless, handler)).toThrow('whose is it?')
  })
})
