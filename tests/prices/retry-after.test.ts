import { expect, it } from 'vitest'
import { retryAfterMs } from '#server/prices/sources/rest-client.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 12)

it.each([
  ['a number of seconds', '120', 120_000],
  ['a date', 'Sat, 31 Jan 2026 12:00:45 GMT', 45_000],
  ['a date that has passed', 'Sat, 31 Jan 2026 11:00:00 GMT', 1_000],
  ['zero seconds', '0', 1_000],
  ['an absurd time', '99999999', 600_000],
  ['nonsense', 'soon', 30_000],
  ['nothing', null, 30_000],
])('waits a bounded time for %s', (_, header, waitMs) => {
  expect(retryAfterMs(header, NOW_MS)).toBe(waitMs)
})
