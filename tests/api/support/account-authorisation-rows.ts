import { ACTIVE, byId, OPEN, OWN, OWN_ITEM, type Rows, SECRET, SIGNED_IN, STAFF } from './rows.ts'

/** Routes for logging in, for sessions and for users' own accounts. */
export const ACCOUNT_AUTHORISATION: Rows = {
  'POST /api/auth/signup': { expected: OPEN },
  'POST /api/auth/confirm': { expected: OPEN },
  'POST /api/auth/login': { expected: OPEN },
  'POST /api/auth/refresh': {
    expected: SECRET,
    request: () => ({ body: { refresh_token: 'x'.repeat(43) } }),
  },
  'POST /api/auth/logout': { expected: OPEN },
  'POST /api/auth/recover': { expected: OPEN },
  'POST /api/auth/reset': { expected: OPEN },
  'POST /api/auth/freeze-withdrawals': { expected: OPEN },
  'GET /api/auth/user': { expected: SIGNED_IN },
  'GET /api/auth/sessions': { expected: SIGNED_IN },
  'DELETE /api/auth/sessions/:id': { expected: OWN_ITEM, request: byId('sessionId') },
  'POST /update-user-password': { expected: SIGNED_IN },
  'POST /api/auth/passkey/challenge': { expected: OPEN },
  'POST /api/auth/passkey': { expected: OPEN },
  'GET /api/auth/passkeys': { expected: SIGNED_IN },
  'POST /api/auth/passkeys/challenge': { expected: SIGNED_IN },
  'POST /api/auth/passkeys': { expected: SIGNED_IN },
  'PUT /api/auth/passkeys/:id': {
    expected: OWN_ITEM,
    request: (target) => ({ ...byId('passkeyId')(target), body: { name: 'Renamed' } }),
  },
  'DELETE /api/auth/passkeys/:id': { expected: OWN_ITEM, request: byId('passkeyId') },
  'POST /api/auth/step-up/challenge': { expected: SIGNED_IN },
  'POST /api/auth/step-up': { expected: SIGNED_IN },
  'POST /api/auth/second-factor/enrol': { expected: SIGNED_IN },
  'POST /api/auth/second-factor/enable': { expected: SIGNED_IN },
  'POST /api/auth/second-factor/disable': { expected: SIGNED_IN },
  'POST /api/auth/second-factor/recovery-codes': { expected: SIGNED_IN },

  'POST /api/signup-profile': { expected: ACTIVE },
  'GET /api/user-profile': { expected: SIGNED_IN },
  'POST /api/profile-picture': { expected: ACTIVE },
  'DELETE /api/profile-picture': { expected: ACTIVE },
  // Every allowed caller has funds, so no one is deleted.
  'DELETE /api/user/delete-account': { expected: { ...ACTIVE, admin: 403 } },
  'GET /api/user/export': { expected: SIGNED_IN },
  'GET /api/users/:userId': { expected: OWN },
  'POST /admin/toggle-user-status': { expected: STAFF },
}
