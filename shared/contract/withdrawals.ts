import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import {
  amountField,
  claimedUserId,
  decimalField,
  idField,
  instantField,
  networkField,
  pageFields,
  textField,
} from '#shared/contract/fields.ts'
import {
  decisionFields,
  resultFields,
  reviewCounts,
  reviewFields,
  reviewPage,
  reviewResponse,
} from '#shared/contract/reviews.ts'
import { HOLD_REASONS } from '#shared/rules/withdrawal-hold.ts'
import { WALLET_ADDRESS_LENGTH_MAX, WITHDRAWAL_SYMBOLS } from '#shared/rules/withdrawals.ts'

/** Withdraw requests, by the user and by staff. Source: docs/product.md, Withdrawals. */

/** The owner may cancel a pending request. */
export const withdrawalStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled'])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

export const withdrawRequest = z.object({
  id: idField,
  user_id: idField,
  symbol: z.string(),
  network: z.string(),
  amount: decimalField,
  wallet_address: z.string(),
  status: withdrawalStatus,
  ...resultFields,
  cancelled_at: z.nullable(instantField),
  /** Staff's proof of the transfer: a link signed for at most five minutes. */
  admin_screenshot_url: z.nullable(z.string()),
})
export type WithdrawRequest = z.infer<typeof withdrawRequest>

export const submitWithdrawal = post('/api/withdraw-requests', {
  summary: 'Request a withdrawal; the amount is frozen while it waits for a reviewer',
  access: 'user',
  stepUp: 'always',
  offline: 'queue',
  body: z.object({
    userId: claimedUserId,
    symbol: z.enum(WITHDRAWAL_SYMBOLS),
    amount: amountField,
    walletAddress: textField(WALLET_ADDRESS_LENGTH_MAX, 0),
    /** Absent: the coin's own. */
    network: z.optional(networkField),
  }),
  response: z.object({ message: z.string(), request: withdrawRequest }),
  perMinute: 30,
})

export const listOwnWithdrawals = get('/api/withdraw-requests', {
  summary: "The caller's withdraw requests, newest first",
  access: 'user',
  query: z.object({
    status: z.optional(withdrawalStatus),
    archived: z.optional(z.enum(['true', 'false'])),
    ...pageFields,
  }),
  response: z.array(
    z.extend(withdrawRequest, {
      /** Staff work on it: it cannot be cancelled. */
      in_review: z.boolean(),
    }),
  ),
})

const allowlist = z.object({
  is_on: z.boolean(),
  /** When it stops applying, if it is being turned off; otherwise null. */
  ends_at: z.nullable(instantField),
})
export type AllowlistStanding = z.infer<typeof allowlist>

const withdrawalTerms = z.object({
  /** The end of the hold on withdrawals; null without one. */
  hold_ends_at: z.nullable(instantField),
  hold_reason: z.nullable(z.enum(HOLD_REASONS)),
  allowlist,
})
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>

export const readWithdrawalTerms = get('/api/withdraw-requests/terms', {
  summary: 'What a withdrawal of the caller would meet: a hold, the allowlist',
  access: 'user',
  response: withdrawalTerms,
})

export const switchAllowlist = put('/api/withdraw-requests/allowlist', {
  summary: 'Let withdrawals go only to saved addresses; turning this off takes two days',
  access: 'user',
  stepUp: 'always',
  offline: 'refuse',
  body: z.object({ on: z.boolean() }),
  response: allowlist,
  perMinute: 10,
})

export const cancelWithdrawal = put('/api/withdraw-requests/:id/cancel', {
  summary:
    "Cancel one of the caller's requests that is pending and not in review; the amount is available again",
  access: 'user',
  whenDisabled: 'allowed',
  offline: 'queue',
  joinsWaiting: true,
  response: withdrawRequest,
})

/** A withdraw request as the review desk sees it. */
export const reviewedWithdrawal = z.extend(withdrawRequest, {
  ...reviewFields,
  /** The request was made with a code of the user's second factor. */
  second_factor: z.boolean(),
  /** The owner froze withdrawals by a link in a mail; null if no freeze is in force. */
  withdrawals_frozen_until: z.nullable(instantField),
  /** Who is sending the coins; null if no one is. */
  sending: z.nullable(
    z.object({
      user_id: idField,
      /** Name or e-mail; null once the account is deleted. */
      by: z.nullable(z.string()),
      at: instantField,
      is_mine: z.boolean(),
      /** The reader may record what became of the coins. */
      may_record: z.boolean(),
    }),
  ),
})
export type ReviewedWithdrawal = z.infer<typeof reviewedWithdrawal>

export const listWithdrawalsForReview = get('/admin/withdraw-requests', {
  summary: 'Withdraw requests of all users, pending ones unless a status is named',
  access: 'reviews.read',
  query: reviewPage,
  response: z.array(reviewedWithdrawal),
})

export const countWithdrawalsForReview = get('/admin/withdraw-requests/counts', {
  summary: 'How many withdraw requests have each status that staff decide',
  access: 'reviews.read',
  response: reviewCounts,
})

export const reviewWithdrawal = post('/admin/withdraw-requests/:id/review', {
  summary:
    'Approve a withdraw request, with a screenshot of the transfer if there is one, or reject it',
  access: 'withdrawals.review',
  stepUp: 'decided',
  body: z.object({
    ...decisionFields,
    /** Text, because it is the field of a form. */
    requireReverification: z.optional(z.enum(['true', 'false'])),
  }),
  files: {
    screenshot: { required: false, accepts: 'image', bytesMax: SCREENSHOT_BYTES_MAX },
  },
  response: reviewResponse,
})

const transfer = z.object({
  symbol: z.string(),
  amount: decimalField,
  network: z.string(),
  wallet_address: z.string(),
})
export type CoinTransfer = z.infer<typeof transfer>

export const startSending = post('/admin/withdraw-requests/:id/sending', {
  summary: 'Record that the caller is sending the coins; from here on the owner cannot cancel',
  access: 'withdrawals.review',
  offline: 'refuse',
  /** What to send where, as the event log has it. */
  response: transfer,
})

export const stopSending = post('/admin/withdraw-requests/:id/sending/stop', {
  summary: 'Record that nothing was sent after all',
  access: 'withdrawals.review',
  offline: 'refuse',
})

declare module '#shared/rules/permissions.ts' {
  interface ReviewPermissions {
    'withdrawals.review': true
  }
}
