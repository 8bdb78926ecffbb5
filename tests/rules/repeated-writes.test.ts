import { expect, test } from 'vitest'
import { contractRoutes } from '#tests/support/contract-routes.ts'

const BOUNDED = 'what it acts on bounds it'
const NO_EVENT = 'it appends no event'

/** Writes by users without a limit per minute, and why none of them can fill the log. */
const WITHOUT_LIMIT: Readonly<Record<string, string>> = {
  'PUT /api/profile/language': NO_EVENT,
  'DELETE /api/profile-picture': NO_EVENT,
  'DELETE /api/auth/sessions/:id': NO_EVENT,
  'POST /api/crypto/deposit-address': NO_EVENT,
  'POST /api/live/ticket': NO_EVENT,
  'PUT /api/notification-preferences': NO_EVENT,
  'POST /api/push/subscriptions': NO_EVENT,
  'DELETE /api/push/subscriptions': NO_EVENT,
  // Each ends one request, trade, reply or quote.
  'POST /api/convert': BOUNDED,
  'POST /api/future-trade/complete': BOUNDED,
  'PUT /api/loans/cancel/:id': BOUNDED,
  'POST /api/loans/pay/:id': BOUNDED,
  'PUT /api/trades/:id/cancel': BOUNDED,
  'PUT /api/withdraw-requests/:id/cancel': BOUNDED,
  'PUT /api/support/messages/:id/read': BOUNDED,
  'POST /api/transactions': BOUNDED,
  // Each locks money of the user.
  'POST /api/future-trade/submit': BOUNDED,
  'POST /api/staking': BOUNDED,
  'POST /api/trades': BOUNDED,
}

test('a write that a user could repeat endlessly has a limit per minute', async () => {
  const unlimited = (await contractRoutes())
    .filter(({ method, access, perMinute }) => method !== 'GET' && access === 'user' && !perMinute)
    .map(({ method, path }) => `${method} ${path}`)
  expect(unlimited.sort()).toEqual(Object.keys(WITHOUT_LIMIT).sort())
})
