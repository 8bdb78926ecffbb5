import { ACCOUNT_AUTHORISATION } from './account-authorisation-rows.ts'
import { MONEY_AUTHORISATION } from './money-authorisation-rows.ts'
import {
  ACTIVE,
  byId,
  NOTHING_YET,
  OPEN,
  OWN,
  OWN_ITEM,
  type Rows,
  SIGNED_IN,
  STAFF,
  type Target,
} from './rows.ts'

const ofUser = ({ userId }: Target) => ({ body: { userId } })
const depositCase = ({ depositId }: Target) => ({ params: { kind: 'deposit', id: depositId } })
const symbol = () => ({ params: { symbol: 'BTC' } })

/** One row per route, written by hand so that a changed definition fails the test. */
export const AUTHORISATION: Rows = {
  ...ACCOUNT_AUTHORISATION,
  ...MONEY_AUTHORISATION,

  'GET /api/files/:id': { expected: OWN, request: byId('fileId') },
  'GET /api/files/:id/link': { expected: OWN, request: byId('fileId') },

  'GET /api/crypto/prices': { expected: OPEN },
  'GET /api/crypto/prices/:symbol': { expected: OPEN, request: symbol },
  'GET /api/crypto/candles/:symbol': { expected: OPEN, request: symbol },
  'GET /api/crypto/status': { expected: OPEN },
  'POST /api/live/ticket': { expected: SIGNED_IN },

  'PUT /api/profile/language': { expected: SIGNED_IN },
  'GET /api/notification-preferences': { expected: SIGNED_IN },
  'PUT /api/notification-preferences': { expected: SIGNED_IN },
  'GET /api/push/key': { expected: SIGNED_IN },
  'GET /api/push/subscriptions': { expected: SIGNED_IN },
  'POST /api/push/subscriptions': { expected: SIGNED_IN },
  'DELETE /api/push/subscriptions': { expected: SIGNED_IN },

  'GET /api/admin/stats': { expected: STAFF },
  'GET /api/admin/analytics': { expected: STAFF },
  'GET /api/portfolio/:userId': { expected: OWN },
  'GET /api/portfolio/:userId/day-ago': { expected: OWN },
  'GET /api/portfolio/:userId/history': { expected: OWN },
  'GET /api/portfolio/:userId/holds': { expected: OWN },
  'GET /api/portfolio/:userId/holds/sum': { expected: OWN },
  'GET /api/activity/:userId': { expected: OWN },
  'GET /api/activity/:userId/security': { expected: OWN },
  'GET /api/activity/:userId/:position': {
    expected: OWN,
    request: ({ userId, position }) => ({ params: { userId, position } }),
  },
  'GET /api/proofs/events/:position': {
    // Staff may read every event.
    expected: { ...OWN_ITEM, admin: 'in' },
    request: ({ position }) => ({ params: { position } }),
  },
  'GET /log/checkpoint': { expected: OPEN },
  'GET /log/tile/:level/*': {
    expected: OPEN,
    request: () => ({ params: { level: '0', '*': '000.p/1' } }),
  },
  'GET /log/vkey': { expected: OPEN },
  'GET /log/keys': { expected: OPEN },
  // No statement has been published yet, so permitted callers find none.
  'GET /log/liabilities/latest.json': { expected: NOTHING_YET },
  'GET /log/liabilities/:name': {
    expected: NOTHING_YET,
    request: () => ({ params: { name: 'latest.json' } }),
  },
  'GET /api/proofs/liabilities/:userId': { expected: OWN },
  'GET /api/admin/liabilities': { expected: STAFF },
  'POST /api/admin/liabilities': { expected: STAFF },
  'GET /log/reserves.json': { expected: OPEN },
  'GET /api/admin/reserves/message': { expected: STAFF },
  'POST /api/admin/reserves': { expected: STAFF },
  'PUT /api/admin/reserves/:id/balance': {
    expected: STAFF,
    request: (target) => ({
      ...byId('reserveId')(target),
      body: { amount: '1', asOf: '2026-01-31T09:30:00Z', source: 'An explorer' },
    }),
  },
  'DELETE /api/admin/reserves/:id': {
    expected: STAFF,
    request: byId('reserveId'),
  },
  'GET /log/consistency': {
    expected: OPEN,
    request: () => ({ query: { from: '0', to: '1' } }),
  },
  'GET /api/balances/:userId': { expected: OWN },
  'GET /api/statement/:userId': {
    expected: OWN,
    request: ({ userId }) => ({
      params: { userId },
      query: { from: '2026-01-01', to: '2026-01-31', zone: 'UTC' },
    }),
  },
  'GET /api/transactions/:userId': { expected: OWN },
  'GET /api/transactions/:userId/new': { expected: OWN },
  'GET /api/results/:userId': { expected: OWN },
  'POST /api/results': {
    expected: SIGNED_IN,
    request: () => ({ body: { kind: 'loan', until: '2026-01-31T09:30:00.000Z' } }),
  },
  'POST /api/transactions': {
    expected: OWN_ITEM,
    request: ({ depositId }) => ({ body: { type: 'deposit', id: depositId, is_new: false } }),
  },

  'GET /api/admin/users': { expected: STAFF },
  'GET /api/admin/users/:userId': { expected: STAFF },
  'POST /admin/user-management/update-credit-score': { expected: STAFF },
  'POST /admin/user-management/send-reset-link': { expected: STAFF },
  'POST /admin/update-user-password': { expected: STAFF },
  'POST /admin/user-management/update-portfolio': { expected: STAFF },
  'POST /admin/user-management/reset-portfolio': { expected: STAFF },
  'GET /admin/user-management/adjustments': { expected: STAFF },
  'GET /admin/user-management/adjustments/:userId/approval': { expected: STAFF },
  'POST /admin/user-management/adjustments/:userId/review': { expected: STAFF },
  'POST /admin/user-management/reset-second-factor': { expected: STAFF },
  'POST /admin/user-management/second-factor-resets/:userId/review': { expected: STAFF },
  // Every possible target has funds, so no one is deleted.
  'POST /admin/delete-user': { expected: STAFF, request: ofUser },
  'GET /api/admin/user-history/:userId': {
    expected: STAFF,
    request: ({ userId }) => ({ params: { userId }, query: { list: 'orders' } }),
  },
  'POST /api/admin/delete-trade-history': { expected: STAFF, request: ofUser },
  'POST /api/admin/hide-orders': { expected: STAFF, request: ofUser },
  'POST /api/admin/delete-futures-trade-history': { expected: STAFF, request: ofUser },
  'POST /api/admin/hide-transactions': { expected: STAFF, request: ofUser },

  'GET /api/support/conversation/:userId': { expected: OWN },
  'POST /api/support/conversation': { expected: SIGNED_IN },
  'POST /api/support/messages': {
    expected: OWN_ITEM,
    request: ({ userId }) => ({ body: { conversationId: userId, message: 'Hello' } }),
  },
  'PUT /api/support/messages/:id/read': { expected: OWN_ITEM, request: byId('replyId') },
  'GET /api/admin/support/stats': { expected: STAFF },
  'GET /api/admin/support/conversations': { expected: STAFF },
  'GET /api/admin/support/conversations/:id': { expected: STAFF, request: byId('userId') },
  'POST /api/admin/support/messages': { expected: STAFF },
  'PUT /api/admin/support/messages/:id/read': { expected: STAFF, request: byId('messageId') },
  'PUT /api/admin/support/conversations/:id/status': {
    expected: STAFF,
    request: byId('userId'),
  },
  'PUT /api/admin/support/conversations/:id/clear-urgency': {
    expected: STAFF,
    request: byId('userId'),
  },
  'GET /api/admin/audit': { expected: STAFF },
  'GET /api/admin/audit/filters': { expected: STAFF },
  'GET /api/admin/audit/events/:position': {
    expected: STAFF,
    request: ({ position }) => ({ params: { position } }),
  },
  'GET /api/admin/audit/export': {
    expected: STAFF,
    request: () => ({ query: { zone: 'UTC' } }),
  },
  'GET /api/admin/reconciliation': { expected: STAFF },
  'GET /api/admin/reconciliation/alarm': { expected: STAFF },
  'POST /api/admin/reconciliation/runs': {
    expected: STAFF,
    request: () => ({ body: { scope: 'incremental' } }),
  },

  'GET /api/kyc/:userId': { expected: OWN },
  'POST /kyc/submit': { expected: ACTIVE },
  'POST /api/upload-kyc-doc': { expected: ACTIVE },
  'GET /admin/kyc-requests': { expected: STAFF },
  'GET /admin/kyc-requests/counts': { expected: STAFF },
  'GET /admin/kyc-requests/:id': { expected: STAFF, request: byId('kycId') },
  'POST /admin/kyc-requests/:id/reveal': { expected: STAFF, request: byId('kycId') },
  'POST /admin/kyc-review': {
    expected: STAFF,
    request: ({ kycId }) => ({ body: { kycId, action: 'approve' } }),
  },
  'POST /admin/reset-kyc': {
    expected: STAFF,
    request: ({ userId }) => ({ body: { userId } }),
  },

  'GET /api/admin/reviews': { expected: STAFF },
  'GET /api/admin/reviews/waiting': { expected: STAFF },
  'GET /api/admin/reviews/of-user/:userId': { expected: STAFF },
  'GET /api/admin/search': { expected: STAFF, request: () => ({ query: { q: 'demo' } }) },
  'GET /api/admin/reviews/:kind/:id': { expected: STAFF, request: depositCase },
  'POST /api/admin/reviews/:kind/:id/claim': { expected: STAFF, request: depositCase },
  'POST /api/admin/reviews/:kind/:id/release': { expected: STAFF, request: depositCase },
}
