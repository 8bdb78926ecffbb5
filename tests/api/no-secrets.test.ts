import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectNoSecrets } from './support/no-secrets.ts'

test.each([
  ['part of a text', '{"said":"987-65-4321"}', '987-65'],
  ['a separate number', '{"amount":"4321"}', '4321'],
  ['the end of a masked text', '{"ssn":"•••-••-4321"}', '4321'],
  [
    'the bytes of a column',
    `{"sealed":"\\\\x${Buffer.from('Applicant').toString('hex')}"}`,
    'Applicant',
  ],
])('%s is found', (_, text, secret) => {
  expect(() => expectNoSecrets(text, [secret])).toThrow()
})

test('digits within an id are ignored', () => {
  const id = randomUUID().replace(/^.{14}/, 'a4321b00-4321')
  expect(() => expectNoSecrets(JSON.stringify({ id }), ['4321'])).not.toThrow()
})
