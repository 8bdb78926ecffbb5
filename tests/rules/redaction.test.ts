import { expect, test } from 'vitest'
import { maskText, redact } from '#server/platform/redaction.ts'

const TOKEN = 'q7Wm2xJ0vYt-9LrZ_4sBcD1eFgHiK5oPnQuTzXaMb3E'

test('a field with a secret name is hidden at any depth', () => {
  const facts = {
    user: 'one',
    password: 'correct horse',
    body: { newPassword: 'x', list: [{ refresh_token: TOKEN, ssn: '1' }], recoveryCodes: ['a'] },
    headers: { authorization: 'Bearer x', cookie: 'a=b', 'set-cookie': ['a=b'], host: 'h' },
    code: '123456',
    dataKey: Buffer.from('key'),
    picture: Buffer.from('abc'),
  }
  expect(redact(facts)).toEqual({
    user: 'one',
    password: '[hidden]',
    body: {
      newPassword: '[hidden]',
      list: [{ refresh_token: '[hidden]', ssn: '[hidden]' }],
      recoveryCodes: '[hidden]',
    },
    headers: {
      authorization: '[hidden]',
      cookie: '[hidden]',
      'set-cookie': '[hidden]',
      host: 'h',
    },
    code: '[hidden]',
    dataKey: '[hidden]',
    picture: '3 bytes',
  })
})

test.each([
  [`Authorization: Bearer ${TOKEN}.x`, 'Authorization: Bearer [hidden]'],
  ['GET /ws?ticket=abc&x=1', 'GET /ws?ticket=[hidden]&x=1'],
  ['otpauth://totp/a?secret=ABC&issuer=b', 'otpauth://totp/a?secret=[hidden]&issuer=b'],
  ['postgres://keel:pw@db:5432/keel', 'postgres://keel:[hidden]@db:5432/keel'],
  ['smtps://:pw@mail', 'smtps://:[hidden]@mail'],
  ['Unexpected end of {"password":"correct horse', 'Unexpected end of {"password":"[hidden]'],
  [String.raw`{\"newPassword\": \"correct horse\"}`, String.raw`{\"newPassword\": \"[hidden]\"}`],
  [`session ${TOKEN} came back`, 'session [hidden] came back'],
  ['the code abcd-efgh-jk23-mn45 is used', 'the code [hidden] is used'],
  ['row ($argon2id$v=19$m=8,t=2,p=1$c2FsdA$aGF+/g, x)', 'row ([hidden], x)'],
  ['987-65-4321 is no SSN', '[hidden] is no SSN'],
])('text shaped like a secret is masked in %j', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test.each([
  '2026-01-31T10:20:30.123Z',
  '0197a1b2-1234-4abc-8def-0123456789ab',
  'deposit-0197a1b2-1234-4abc-8def-0123456789ab',
  'at run (file:///app/server/platform/a-rather-long-name-of-a-module-of-the-server.ts:12:3)',
  '{"level":50,"code":"23505","msg":"request failed"}',
])('text that helps debugging is kept: %s', (text) => {
  expect(maskText(text)).toBe(text)
})

test('an error keeps its code and stack, but not its row, statement or input', () => {
  const refused = Object.assign(new Error('new row violates check constraint "broken"'), {
    code: '23514',
    table: 'person',
    detail: 'Failing row contains (Demo User, correct horse).',
    where: 'SQL statement "insert …"',
    parameters: ['correct horse'],
  })
  const kept = redact({ err: new Error('failed', { cause: refused }) }) as {
    err: { message: string; stack: string; cause: Record<string, unknown> }
  }
  expect(kept.err).toMatchObject({ message: 'failed', cause: { code: '23514', table: 'person' } })
  expect(kept.err.stack).toContain('redaction.test')
  expect(JSON.stringify(kept)).not.toMatch(/correct horse|insert/)

  const input = Object.assign(new Error('invalid input syntax for type uuid: "correct horse"'), {
    code: '22P02',
  })
  expect(redact(input)).toMatchObject({ message: 'invalid input syntax for type uuid: [hidden]' })
  expect(JSON.stringify(redact(new AggregateError([refused], 'all failed')))).toContain('23514')
})

test('a circular value is cut off', () => {
  const round: Record<string, unknown> = {}
  round.again = round
  expect(JSON.stringify(redact(round))).toContain('[hidden]')
})
