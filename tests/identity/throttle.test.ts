import { expect, test } from 'vitest'
import { THROTTLES, throttleOf } from '#server/identity/throttle.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool } = await openTestDatabase()
const NOW = Date.parse('2026-01-01T00:00:00.000Z')
const early = throttleOf(pool, { now: () => NOW })
const late = throttleOf(pool, { now: () => NOW + 5_000 })

test('a success on a server with a fast clock does not block logins on others', async () => {
  const { logInAddress } = THROTTLES
  await late.reset(logInAddress, 'reset')
  expect(await early.take(logInAddress, 'reset')).toBeUndefined()
  await late.take(logInAddress, 'released')
  await late.release(logInAddress, 'released')
  expect(await early.take(logInAddress, 'released')).toBeUndefined()
  await late.take(logInAddress, 'taken')
  expect(await early.take(logInAddress, 'taken')).toBeUndefined()
})
