import { expect, test } from 'vitest'
import { isSilent } from '#shared/rules/silent-runs.ts'

const requestedAt = '2026-01-31T09:30:00.000Z'
const run = { requestedAt }

test('a run is silent a minute after it last said how far it is', () => {
  const lastSeenAt = '2026-01-31T11:00:00.000Z'
  expect(isSilent(run, { at: '2026-01-31T11:01:00.000Z', lastSeenAt })).toBe(false)
  expect(isSilent(run, { at: '2026-01-31T11:01:00.001Z', lastSeenAt })).toBe(true)
})

test('a run that never said anything is silent a minute after it was asked for', () => {
  expect(isSilent(run, { at: '2026-01-31T09:31:00.000Z', lastSeenAt: null })).toBe(false)
  expect(isSilent(run, { at: '2026-01-31T09:31:00.001Z', lastSeenAt: null })).toBe(true)
})
