import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectUnsaid } from './support/unsaid.ts'

test.each([
  ['in the midst of a text', '{"said":"987-65-4321"}', '987-65'],
  ['a number by itself', '{"amount":"4321"}', '4321'],
  ['the end of what is masked', '{"ssn":"•••-••-4321"}', '4321'],
  [
    'the bytes of a column',
    `{"sealed":"\\\\x${Buffer.from('Applicant').toString('hex')}"}`,
    'Applicant',
  ],
])('%s is said', (_, text, secret) => {
  expect(() => expectUnsaid(text, [secret])).toThrow()
})

test('digits of an id say nothing', () => {
  const id = randomUUID().replace(/^.{14}/, 'a4321b00-4321')
  expect(() => expectUnsaid(JSON.stringify({ id }), ['4321'])).not.toThrow()
})
