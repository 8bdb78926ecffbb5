import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  amountField,
  decimalField,
  idField,
  networkField,
  pageFields,
} from '#shared/contract/fields.ts'
import {
  decisionFields,
  requestStatus,
  resultFields,
  reviewCounts,
  reviewFields,
  reviewPage,
  reviewResponse,
} from '#shared/contract/reviews.ts'
import { DEPOSIT_SYMBOLS } from '#shared/rules/deposits.ts'

/** Deposit requests, by the user and by staff. Source: docs/product.md, Deposits. */

export const SCREENSHOT_BYTES_MAX = 8 * 1024 * 1024

export const depositRequest = z.object({
  id: idField,
  user_id: idField,
  symbol: z.string(),
  network: z.string(),
  amount: decimalField,
  status: requestStatus,
  ...resultFields,
  /** A link signed for at most five minutes. */
  screenshot_url: z.string(),
  /** The address and its version that the user was shown. */
  address: z.string(),
  address_version: z.number(),
})
export type DepositRequest = z.infer<typeof depositRequest>

export const submitDeposit = post('/api/deposit-requests', {
  summary: 'Report a deposit with its proof screenshot; it waits for a reviewer',
  access: 'user',
  offline: 'queue',
  body: z.object({
    symbol: z.enum(DEPOSIT_SYMBOLS),
    amount: amountField,
    network: z.optional(networkField),
    /** The version of the address that the user was shown; absent: the current one. */
    address_version: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  }),
  files: {
    screenshot: {
      required: true,
      whenMissing: 'deposit.screenshot_required',
      accepts: 'image',
      bytesMax: SCREENSHOT_BYTES_MAX,
    },
  },
  response: z.object({ message: z.string(), request: depositRequest }),
  // Each one is an image to decode and store.
  perMinute: 30,
})

export const listOwnDeposits = get('/api/deposit-requests', {
  summary: "The caller's deposit requests, newest first",
  access: 'user',
  query: z.object({ archived: z.optional(z.enum(['true', 'false'])), ...pageFields }),
  response: z.array(depositRequest),
})

/** A deposit request as the review desk sees it. */
export const reviewedDeposit = z.extend(depositRequest, {
  ...reviewFields,
  /** The address was replaced after the user was shown this one. */
  address_outdated: z.boolean(),
})
export type ReviewedDeposit = z.infer<typeof reviewedDeposit>

export const listDepositsForReview = get('/admin/deposit-requests', {
  summary: 'Deposit requests of all users, pending ones unless a status is named',
  access: 'reviews.read',
  query: reviewPage,
  response: z.array(reviewedDeposit),
})

export const countDepositsForReview = get('/admin/deposit-requests/counts', {
  summary: 'How many deposit requests have each status',
  access: 'reviews.read',
  response: reviewCounts,
})

export const reviewDeposit = post('/admin/deposit-requests/:id/review', {
  summary: 'Approve or reject a deposit request',
  access: 'deposits.review',
  stepUp: 'decided',
  body: z.object({
    // The reason is required when rejecting.
    ...decisionFields,
    requireReverification: z.optional(z.boolean()),
  }),
  response: reviewResponse,
})

declare module '#shared/rules/permissions.ts' {
  interface ReviewPermissions {
    'deposits.review': true
  }
}
