import {
  ACTIVE,
  ACTIVE_ITEM,
  byId,
  OWN,
  OWN_ITEM,
  OWN_ITEM_ACTIVE,
  type Rows,
  SIGNED_IN,
  STAFF,
  type Target,
} from './rows.ts'

const renamed = ({ addressId }: Target) => ({
  params: { id: addressId },
  body: { label: addressId.slice(-12) },
})
const assetSymbol = () => ({ params: { assetSymbol: 'USDT' } })

/** The rows of routes that move money: requests, trades, stakes and loans. */
export const MONEY_AUTHORISATION: Rows = {
  'POST /api/convert/quote': { expected: ACTIVE },
  'POST /api/convert': {
    expected: ACTIVE_ITEM,
    request: ({ quote }) => ({ body: { quote } }),
  },
  'GET /api/convert/terms': { expected: SIGNED_IN },
  'GET /api/convert/:userId': { expected: OWN },

  'GET /api/deposit-addresses': { expected: ACTIVE },
  'POST /api/crypto/deposit-address': { expected: ACTIVE },
  'GET /api/admin/deposit-addresses': { expected: STAFF },
  'POST /api/admin/deposit-addresses': { expected: STAFF },
  'PUT /api/admin/deposit-addresses/:assetSymbol': { expected: STAFF, request: assetSymbol },
  'PUT /api/admin/deposit-addresses/:assetSymbol/active': { expected: STAFF, request: assetSymbol },
  'POST /api/admin/deposit-addresses/:assetSymbol/review': {
    expected: STAFF,
    request: assetSymbol,
  },
  'GET /api/admin/deposit-addresses/:assetSymbol/history': {
    expected: STAFF,
    request: assetSymbol,
  },

  'POST /api/deposit-requests': { expected: ACTIVE },
  'GET /api/deposit-requests': { expected: SIGNED_IN },
  'GET /admin/deposit-requests': { expected: STAFF },
  'GET /admin/deposit-requests/counts': { expected: STAFF },
  'POST /admin/deposit-requests/:id/review': { expected: STAFF, request: byId('depositId') },

  'POST /api/withdraw-requests': { expected: ACTIVE },
  'GET /api/withdraw-requests': { expected: SIGNED_IN },
  'GET /api/withdraw-requests/terms': { expected: SIGNED_IN },
  'PUT /api/withdraw-requests/allowlist': { expected: ACTIVE },
  'PUT /api/withdraw-requests/:id/cancel': { expected: OWN_ITEM, request: byId('withdrawalId') },
  'GET /admin/withdraw-requests': { expected: STAFF },
  'GET /admin/withdraw-requests/counts': { expected: STAFF },
  'POST /admin/withdraw-requests/:id/sending': { expected: STAFF, request: byId('withdrawalId') },
  'POST /admin/withdraw-requests/:id/sending/stop': {
    expected: STAFF,
    request: byId('withdrawalId'),
  },
  'POST /admin/withdraw-requests/:id/review': { expected: STAFF, request: byId('withdrawalId') },

  'GET /api/saved-addresses': { expected: SIGNED_IN },
  'POST /api/saved-addresses': { expected: ACTIVE },
  'PUT /api/saved-addresses/:id': { expected: OWN_ITEM_ACTIVE, request: renamed },
  'DELETE /api/saved-addresses/:id': { expected: OWN_ITEM_ACTIVE, request: byId('addressId') },

  'POST /api/trades': { expected: ACTIVE },
  'GET /api/trades/:userId': { expected: OWN },
  'PUT /api/trades/:id/cancel': { expected: OWN_ITEM, request: byId('tradeId') },
  'GET /api/admin/pending-orders': { expected: STAFF },
  'GET /api/admin/all-orders': { expected: STAFF },
  'PUT /api/admin/orders/:id/approve': { expected: STAFF, request: byId('tradeId') },
  'PUT /api/admin/orders/:id/reject': { expected: STAFF, request: byId('tradeId') },

  'POST /api/future-trade/submit': { expected: ACTIVE },
  'POST /api/future-trade/complete': {
    expected: OWN_ITEM,
    request: ({ futuresId }) => ({ body: { tradeId: futuresId } }),
  },
  'GET /api/future-trades': { expected: SIGNED_IN },
  'GET /api/future-trades/terms': { expected: SIGNED_IN },
  'GET /api/future-trades/:id/ticks': {
    expected: { ...SIGNED_IN, other: 404 },
    request: byId('futuresId'),
  },
  'GET /api/admin/future-trades': { expected: STAFF },

  'GET /api/loans/:userId': { expected: OWN },
  'GET /api/loans/:userId/limit': { expected: OWN },
  'POST /api/loans': { expected: ACTIVE },
  'POST /api/loan/submit': { expected: ACTIVE },
  'POST /api/upload-loan-doc': { expected: ACTIVE },
  'PUT /api/loans/cancel/:id': { expected: OWN_ITEM, request: byId('loanId') },
  'POST /api/loans/pay/:id': {
    // A disabled user may repay.
    expected: OWN_ITEM,
    request: ({ loanId }) => ({ params: { id: loanId }, body: {} }),
  },
  'GET /admin/loan-applications': { expected: STAFF },
  'GET /admin/loan-applications/counts': { expected: STAFF },
  'GET /admin/loan-applications/:id': { expected: STAFF, request: byId('loanId') },
  'GET /admin/loan-documents/:id/:documentId/pages/:page': {
    expected: STAFF,
    request: ({ loanId: id, documentId }) => ({ params: { id, documentId, page: 1 } }),
  },
  'POST /admin/loan-documents/:id/:documentId/download': {
    expected: STAFF,
    request: ({ loanId: id, documentId }) => ({ params: { id, documentId } }),
  },
  'POST /admin/loan-applications/:id/review': { expected: STAFF, request: byId('loanId') },

  'POST /api/staking': { expected: ACTIVE },
  'GET /api/staking/:userId': { expected: OWN },
}
