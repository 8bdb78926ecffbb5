import * as z from 'zod/mini'
import { activityLine } from '#shared/contract/activity.ts'
import { waitingAdjustment } from '#shared/contract/adjustments.ts'
import { reviewedDeposit } from '#shared/contract/deposits.ts'
import { decimalField, idField, instantField, textField } from '#shared/contract/fields.ts'
import { kycRequest } from '#shared/contract/kyc.ts'
import { reviewedLoan } from '#shared/contract/loans.ts'
import { portfolioHold } from '#shared/contract/portfolio.ts'
import { defineRoute } from '#shared/contract/route.ts'
import { adminOrder } from '#shared/contract/spot-orders.ts'
import { reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { REVIEW_KINDS } from '#shared/rules/review-desk.ts'

/** The review desk: one inbox of everything that waits for staff, and what stands beside a case. */

const kindField = z.enum(REVIEW_KINDS)

/** A case is named by the kind and the id of its stream. */
const caseParams = z.object({ kind: kindField, id: idField })

/** Who works on a case, so that nobody else begins. */
export const reviewClaim = z.object({
  user_id: idField,
  /** Name or e-mail. */
  name: z.string(),
  is_mine: z.boolean(),
  since: instantField,
  /** Unless it is renewed. */
  expires_at: instantField,
})
export type ReviewClaim = z.infer<typeof reviewClaim>

export const reviewItem = z.object({
  kind: kindField,
  id: idField,
  status: z.string(),
  waiting: z.boolean(),
  /** One person has approved; a second one must. */
  awaits_second: z.boolean(),
  /** The member of staff who decided, or approved first; null where nobody has. */
  decided_by: z.nullable(idField),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
  /** What else tells it from others: the side of an order, a network, a term. */
  note: z.string(),
  since: instantField,
  /** Empty texts once the account is deleted. */
  user: z.object({
    id: z.nullable(idField),
    full_name: z.string(),
    email: z.string(),
    display_id: z.string(),
  }),
  claim: z.nullable(reviewClaim),
})
export type ReviewItem = z.infer<typeof reviewItem>

const placeField = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~[a-z-]{3,20}-[\da-f-]{36}$/, 'is no place in the list'),
  )

export const listReviews = defineRoute({
  method: 'GET',
  path: '/api/admin/reviews',
  summary: 'Everything that waits for staff, oldest first',
  tag: 'reviews',
  access: 'reviews.read',
  query: z.object({
    kind: z.optional(kindField),
    /** The asset that is deposited, withdrawn, lent, or the base of an order. */
    asset: z.optional(textField(20)),
    /** Only what has waited this long. */
    hours: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(8_760))),
    claim: z.optional(z.enum(['mine', 'others', 'nobody'])),
    /** Only what one person has approved, or only what nobody has. */
    approvals: z.optional(z.enum(['none', 'one'])),
    /** Found anywhere in name, e-mail or display id. */
    search: z.optional(textField(120, 0)),
    order: z.optional(z.enum(['oldest', 'newest'])),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    /** The `next` of the page before: it holds also once that case is decided. */
    before: z.optional(placeField),
  }),
  answer: z.object({
    items: z.array(reviewItem),
    /** All that waits, by kind, whatever is filtered. */
    counts: z.record(kindField, z.number()),
    /** Pass it as `before` for the next page; null on the last one. */
    next: z.nullable(placeField),
  }),
})

/** The case itself, as the lists of its feature show it. */
const reviewSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('spot-order'), order: adminOrder }),
  z.object({ kind: z.literal('deposit'), request: reviewedDeposit }),
  z.object({ kind: z.literal('withdrawal'), request: reviewedWithdrawal }),
  z.object({ kind: z.literal('kyc'), request: kycRequest }),
  z.object({ kind: z.literal('loan'), request: reviewedLoan }),
  /** null: nothing is proposed any more. */
  z.object({ kind: z.literal('adjustment'), adjustment: z.nullable(waitingAdjustment) }),
])
export type ReviewSubject = z.infer<typeof reviewSubject>

/** Whoever asks for something, as staff see them beside it. */
const reviewedUser = z.object({
  user_id: idField,
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  display_id: z.string(),
  email_confirmed: z.boolean(),
  kyc_status: z.string(),
  /** E-mail confirmed and verification approved. */
  is_verified: z.boolean(),
  is_active: z.boolean(),
  created_at: instantField,
  last_sign_in_at: z.nullable(instantField),
})
export type ReviewedUser = z.infer<typeof reviewedUser>

const pastDecision = z.object({
  kind: kindField,
  id: idField,
  outcome: z.string(),
  at: instantField,
  /** Name or e-mail; null once the account is deleted. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
})
export type PastDecision = z.infer<typeof pastDecision>

/** Another case whose proof looks like this one's. */
const lookAlike = z.object({
  kind: kindField,
  id: idField,
  status: z.string(),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
  since: instantField,
  is_same_user: z.boolean(),
  user: z.object({ full_name: z.string(), email: z.string(), display_id: z.string() }),
  /** The very same file, byte for byte. */
  is_identical: z.boolean(),
  /** Of 64 bits, how many differ. */
  distance: z.number(),
  /** A link signed for at most five minutes. */
  picture_url: z.string(),
})
export type LookAlike = z.infer<typeof lookAlike>

export const reviewCase = z.object({
  item: reviewItem,
  subject: reviewSubject,
  /** null: the account is deleted. */
  user: z.nullable(reviewedUser),
  balances: z.array(
    z.object({ symbol: z.string(), available: decimalField, frozen: decimalField }),
  ),
  /** What holds the frozen amounts. */
  holds: z.array(portfolioHold),
  /** The latest, newest first. */
  movements: z.array(activityLine),
  /** Of all kinds, newest first. */
  decisions: z.array(pastDecision),
  /** The most alike first. */
  look_alikes: z.array(lookAlike),
})
export type ReviewCase = z.infer<typeof reviewCase>

export const readReview = defineRoute({
  method: 'GET',
  path: '/api/admin/reviews/:kind/:id',
  summary: 'One case with all that a decision on it may need',
  tag: 'reviews',
  access: 'reviews.read',
  params: caseParams,
  answer: reviewCase,
})

export const claimReview = defineRoute({
  method: 'POST',
  path: '/api/admin/reviews/:kind/:id/claim',
  summary: 'Claim a case for five minutes, renew the claim, or take it over knowingly',
  tag: 'reviews',
  access: 'reviews.claim',
  // Claiming what one has claimed renews it.
  idempotency: 'natural',
  params: caseParams,
  body: z.object({
    /** Whose claim is taken over: whoever else holds it meanwhile is asked about anew. */
    take_over_from: z.optional(idField),
  }),
  answer: z.object({ claim: reviewClaim }),
})

export const releaseReview = defineRoute({
  method: 'POST',
  path: '/api/admin/reviews/:kind/:id/release',
  summary: 'Let go of a case that one has claimed',
  tag: 'reviews',
  access: 'reviews.claim',
  idempotency: 'natural',
  params: caseParams,
  answer: z.object({ message: z.string() }),
})
