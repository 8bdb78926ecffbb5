import * as z from 'zod/mini'
import { activityLine } from '#shared/contract/activity.ts'
import { get, post } from '#shared/contract/define-route.ts'
import {
  balance,
  decimalField,
  idField,
  instantField,
  limitField,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { portfolioHold } from '#shared/contract/portfolio.ts'
import { reachedField } from '#shared/contract/reviews.ts'
import { textShape } from '#shared/contract/text.ts'
import { CASE_ID } from '#shared/rules/review-desk.ts'

/** The review desk: one list of everything that waits for staff, and the context of each case. */

/** The kind of a stream that staff review: the server knows which ones there are. */
const kindField = z.string().check(z.regex(/^[a-z-]{3,20}$/, 'is not a kind of request'))

const caseIdField = z.string().check(z.regex(CASE_ID, 'is not the id of a case'))

/** A case is identified by the kind and the id of its stream. */
const caseParams = z.object({ kind: kindField, id: caseIdField })

/** Who works on a case, so that no other reviewer begins. */
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
  id: caseIdField,
  status: z.string(),
  waiting: z.boolean(),
  /** The first of two approvals is given. */
  awaits_second: z.boolean(),
  /** The member of staff who decided, or approved first; null if no one has. */
  decided_by: z.nullable(idField),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
  /** What else distinguishes it: the side of an order, a network, a term. */
  note: z.string(),
  note_text: z.optional(textShape),
  since: instantField,
  user: z.extend(userNames, { id: z.nullable(idField) }),
  claim: z.nullable(reviewClaim),
})
export type ReviewItem = z.infer<typeof reviewItem>

const placeField = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(
      /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~[a-z-]{3,20}-[A-Za-z\d-]{1,60}$/,
      'is not a place in the list',
    ),
  )

export const listReviews = get('/api/admin/reviews', {
  summary: 'Everything that waits for staff, oldest first',
  access: 'reviews.read',
  query: z.object({
    kind: z.optional(kindField),
    /** The asset that is deposited, withdrawn, lent, or the base of an order. */
    asset: z.optional(textField(20)),
    /** Only what has waited this long. */
    hours: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(8_760))),
    claim: z.optional(z.enum(['mine', 'others', 'nobody'])),
    /** Requests with one approval, or with none. */
    approvals: z.optional(z.enum(['none', 'one'])),
    reached: reachedField,
    /** Found anywhere in name, e-mail or display id. */
    search: z.optional(textField(120, 0)),
    order: z.optional(z.enum(['oldest', 'newest'])),
    limit: limitField(200),
    /** The `next` of the previous page: it stays valid after that case is decided. */
    before: z.optional(placeField),
  }),
  response: z.object({
    items: z.array(reviewItem),
    /** All pending requests by kind, ignoring the filters. */
    counts: z.record(kindField, z.number()),
    /** Pass it as `before` for the next page; null on the last one. */
    next: z.nullable(placeField),
  }),
})

export const summariseWaiting = get('/api/admin/reviews/waiting', {
  summary: 'How many requests of each kind wait, and since when the oldest one has',
  access: 'reviews.read',
  response: z.record(kindField, z.object({ count: z.number(), oldest: z.nullable(instantField) })),
})

/** The user who asks for something, as a reviewer sees them. */
const reviewedUser = z.extend(userNames, {
  user_id: idField,
  phone: z.string(),
  email_confirmed: z.boolean(),
  kyc_status: z.string(),
  /** A review asked for it: withdrawals and loans cannot be approved until a new one is. */
  must_verify_again: z.boolean(),
  /** E-mail confirmed and verification approved. */
  is_verified: z.boolean(),
  is_active: z.boolean(),
  created_at: instantField,
  last_sign_in_at: z.nullable(instantField),
})
export type ReviewedUser = z.infer<typeof reviewedUser>

const pastDecision = z.object({
  kind: kindField,
  id: caseIdField,
  outcome: z.string(),
  at: instantField,
  /** Name or e-mail; null once the account is deleted. */
  by: z.nullable(z.string()),
  /** The same of the member of staff who proposed it; left out for requests of users. */
  proposed_by: z.optional(z.nullable(z.string())),
  reason: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** What was proposed, such as an address; left out if there is no more to say. */
  note: z.optional(z.string()),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
})
export type PastDecision = z.infer<typeof pastDecision>

/** A case of another user for the same coin and nearly the same amount, as one transfer has. */
const sameAmount = z.object({
  kind: kindField,
  id: idField,
  status: z.string(),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
  since: instantField,
  user: z.extend(userNames, { id: z.nullable(idField) }),
})
export type SameAmount = z.infer<typeof sameAmount>

/** Another case whose proof looks like the one of this case. */
const lookAlike = z.extend(sameAmount, {
  is_same_user: z.boolean(),
  /** The same file, byte for byte. */
  is_identical: z.boolean(),
  /** Of 64 bits, how many differ. */
  distance: z.number(),
  /** A link signed for at most five minutes. */
  picture_url: z.string(),
})
export type LookAlike = z.infer<typeof lookAlike>

/** In USDT, with interest and late penalties as they stand now. */
const debt = z.object({ owed: decimalField, owed_overdue: decimalField })
export type Debt = z.infer<typeof debt>

export const reviewCase = z.object({
  item: reviewItem,
  /** The request as the lists of its feature show it, by that feature's schema; null: withdrawn. */
  subject: z.unknown(),
  /** What was decided on it; null while it waits. */
  outcome: z.nullable(pastDecision),
  /** null: the account is deleted. */
  user: z.nullable(reviewedUser),
  balances: z.array(balance),
  debt,
  /** What holds the frozen amounts. */
  holds: z.array(portfolioHold),
  /** The latest, newest first. */
  movements: z.array(activityLine),
  /** Of all kinds, newest first; the latest ten on the case itself are always among them. */
  decisions: z.array(pastDecision),
  /** The best of each user first: the same file, then a near amount, then the most alike. */
  look_alikes: z.array(lookAlike),
  /** All of them, with those that are not shown. */
  look_alike_count: z.number(),
  /** The newest first; absent: not compared. */
  same_amounts: z.optional(z.array(sameAmount)),
  /** All of them, with those that are not shown. */
  same_amount_count: z.optional(z.number()),
})
export type ReviewCase = z.infer<typeof reviewCase>

export const readReview = get('/api/admin/reviews/:kind/:id', {
  summary: 'One case with all that a decision on it may need',
  access: 'reviews.read',
  params: caseParams,
  response: reviewCase,
})

export const claimReview = post('/api/admin/reviews/:kind/:id/claim', {
  summary: 'Claim a case for five minutes, renew the claim, or take it over knowingly',
  access: 'reviews.claim',
  // Claiming a case again renews the claim.
  idempotency: 'natural',
  params: caseParams,
  body: z.object({
    /** Whose claim is taken over; refused if another reviewer holds it. */
    take_over_from: z.optional(idField),
  }),
  response: z.object({ claim: reviewClaim }),
})

export const releaseReview = post('/api/admin/reviews/:kind/:id/release', {
  summary: 'Release a claimed case',
  access: 'reviews.claim',
  idempotency: 'natural',
  params: caseParams,
})
