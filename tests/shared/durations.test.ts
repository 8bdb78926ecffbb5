import { expect, test } from 'vitest'
import { allMessages } from '#scripts/languages/messages.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { VOID_REASONS } from '#shared/rules/futures.ts'

const SPELLED_OUT =
  /(?<![{\d])\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)[ -](?:second|minute|hour|day|week|month|year)s?\b|\blast \d+\b/

/** Messages with a duration that no rule sets, each by its beginning. */
const FIXED = [
  // Names of periods to choose from.
  ...['7 days', '30 days', '90 days', '1 year', 'Last 7 days'],
  // Statements of the operator about the networks, its staff and its futures.
  ...DEPOSIT_COINS.map(({ processing }) => processing),
  'about 24 hours on business days',
  'Long or short, from one to ten minutes',
  // The daily limit is named after its period.
  'Up to {maximum} USDT at once.',
  'You can convert up to {maximum} USDT in 24 hours.',
  // Past decisions, made by the rules in force at that time.
  ...Object.values(VOID_REASONS),
  '{reason, select, no_price',
  '{value, select, none {Value unknown}',
  // Only the server knows when it deletes files.
  'Files that you have uploaded and that no request uses yet',
]

test('no message spells out a duration that a rule sets', () => {
  const found = allMessages().filter((message) => SPELLED_OUT.test(message))
  const isFixed = (message: string) => FIXED.some((start) => message.startsWith(start))
  expect(found.filter((message) => !isFixed(message))).toEqual([])
  const unused = FIXED.filter((start) => !allMessages().some((each) => each.startsWith(start)))
  expect(unused).toEqual([])
})

test.each([
  ['Nothing can be withdrawn for 24 hours.', true],
  ['You changed it in the last 30.', true],
  ['The link works for one hour.', true],
  ['Nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.', false],
])('a duration is spelled out in %j: %s', (message, isFound) => {
  expect(SPELLED_OUT.test(message)).toBe(isFound)
})
