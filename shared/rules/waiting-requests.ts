import { type Refusal, refuse } from '#shared/refusal.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/**
 * How many requests of one kind a user may have waiting for review, including those that they
 * cancelled within an hour. Few users reach ten: the limits prevent one user from filling the
 * review desk.
 *
 * Source: docs/product.md, Waiting requests
 */
export const DEPOSITS_WAITING_MAX = 30
export const WITHDRAWALS_WAITING_MAX = 30
/** Unless the operator configures another number. */
export const SPOT_ORDERS_WAITING_DEFAULT = 100
/** Loan applications that a user may cancel within an hour; only one can wait at a time. */
export const LOANS_CANCELLED_MAX = 10
/** Rejections per kind and day after which a user must wait; leaves room to correct a photo. */
export const REJECTED_A_DAY_MAX = 10
/** Messages that staff have not read yet. */
export const MESSAGES_UNREAD_MAX = 200

type TooMany =
  | 'deposit.too_many_waiting'
  | 'withdrawal.too_many_waiting'
  | 'order.too_many_waiting'
  | 'loan.too_many_cancelled'
  | 'support.too_many_unread'

/**
 * Why a user may not add another pending request; undefined if they may.
 *
 * Units    maximum: requests; 0: no limit
 * Refuses  the code given
 */
export function tooManyRefusal(
  code: TooMany,
  { waiting, maximum }: { readonly waiting: number; readonly maximum: number },
): Refusal | undefined {
  return maximum > 0 && waiting >= maximum ? refuse(code, { maximum }) : undefined
}

/**
 * Why a user may not submit another request after recent rejections; undefined if they may.
 *
 * Refuses  request.too_many_rejected
 * Source   docs/product.md, Waiting requests
 */
export function rejectedRefusal(
  rejectedAt: readonly Instant[],
  { at }: { readonly at: Instant },
): Refusal | undefined {
  const ends = rejectedAt.map((each) => epochMsOf(each) + DAY_MS)
  const counting = ends.filter((end) => end > epochMsOf(at)).sort((a, b) => b - a)
  const until = counting[REJECTED_A_DAY_MAX - 1]
  if (until === undefined) return undefined
  const maximum = REJECTED_A_DAY_MAX
  return refuse('request.too_many_rejected', { maximum, until: instantOf(until) })
}
