import { expect, test } from 'vitest'
import { allMessages } from '#scripts/languages/messages.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { VOID_REASONS } from '#shared/rules/futures.ts'

const SPELLED_OUT =
  /(?<![{\d])\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)[ -](?:second|minute|hour|day|week|month|year)s?\b|(?<!%|amount) an? (?:minute|hour|day|week|month|year)\b|\blast (?:\d+|minute|hour|day|week|month|year)\b|\d ?%/

/** Messages with a duration or a percentage that no rule sets, each by its beginning. */
const FIXED = [
  // Names of periods to choose from.
  ...['7 days', '30 days', '90 days', '1 year', 'Last 7 days'],
  // Statements of the operator about the networks, its staff and its futures.
  ...DEPOSIT_COINS.map(({ processing }) => processing),
  'about 24 hours on business days',
  'Long or short, from one to ten minutes',
  // The daily limit is named after its period.
  'Up to {maximum} USDT per conversion.',
  'You can convert up to {maximum} USDT in 24 hours.',
  // Past decisions, made by the rules in force at that time.
  ...Object.values(VOID_REASONS),
  '{reason, select, no_price',
  '{value, select, none {Value unknown}',
  // Only the server knows when it deletes files, signs the log, and stops waiting for a run.
  'Files that you have uploaded and that no request uses yet',
  'This event is newer than the signed log.',
  'The last run has not reported for a minute',
  // Only the check that raises the alarm knows.
  'For more than a day, {name} has not proven',
  // Facts about signing up, browsers, the display and a statistic.
  'It takes a minute.',
  'This browser may delete ',
  'At a text size of 200%',
  'Text size: ',
  'Zoom: ',
  '95% within',
]

test('no message spells out a duration or a percentage that a rule sets', () => {
  const messages = allMessages()
  const found = messages.filter((message) => SPELLED_OUT.test(message))
  const isFixed = (message: string) => FIXED.some((start) => message.startsWith(start))
  expect(found.filter((message) => !isFixed(message))).toEqual([])
  const unused = FIXED.filter((start) => !messages.some((each) => each.startsWith(start)))
  expect(unused).toEqual([])
})

test.each([
  ['Nothing can be withdrawn for 24 hours.', true],
  ['You changed it in the last 30.', true],
  ['The link works for one hour.', true],
  ['Apply again in an hour.', true],
  ['It was cancelled within the last hour.', true],
  ['Up to 2% better.', true],
  ['You pay {rate}% a day.', false],
  ['Nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.', false],
])('a value is spelled out in %j: %s', (message, isFound) => {
  expect(SPELLED_OUT.test(message)).toBe(isFound)
})
