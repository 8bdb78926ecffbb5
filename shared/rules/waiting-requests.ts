import { type Refusal, refuse } from '#shared/refusal.ts'
import { epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/** How long a cancelled request still counts, because staff are notified of each. */
export const CANCELLED_COUNTED_HOURS = 1
/** How long a rejection counts. */
const REJECTED_COUNTED_HOURS = 24

/**
 * How many requests of one kind a user may have waiting for review, including those that they
 * cancelled recently. Few users reach ten: the limits prevent one user from filling the
 * review desk.
 *
 * Source: docs/product.md, Waiting requests
 */
export const DEPOSITS_WAITING_MAX = 30
export const WITHDRAWALS_WAITING_MAX = 30
/** Unless the operator configures another number. */
export const SPOT_ORDERS_WAITING_DEFAULT = 100
/** Loan applications that a user may cancel in that time; only one can wait at a time. */
export const LOANS_CANCELLED_MAX = 10
/** Changes of a user's own name, in that time, that reset a pending or approved verification. */
export const OWN_RESETS_MAX = 5
const OWN_RESETS_COUNTED_HOURS = 1
/** Rejections per kind and day after which a user must wait; leaves room to correct a photo. */
export const REJECTED_A_DAY_MAX = 10
/** Messages that staff have not read yet. */
export const MESSAGES_UNREAD_MAX = 200

type TooMany = 'deposit.too_many_waiting' | 'support.too_many_unread'

/** Of requests that users can cancel. */
type TooManyRecent =
  | 'withdrawal.too_many_waiting'
  | 'order.too_many_waiting'
  | 'loan.too_many_cancelled'

/** What waits, and the maximum; 0: no limit. */
interface WaitingCount {
  readonly waiting: number
  readonly maximum: number
}

/**
 * Why a user may not add another pending request; undefined if they may.
 *
 * Refuses  the code given
 */
export function tooManyRefusal(code: TooMany, count: WaitingCount): Refusal | undefined {
  return isReached(count) ? refuse(code, { maximum: count.maximum }) : undefined
}

/** The same, if those that were cancelled recently count too. */
export function tooManyRecentRefusal(code: TooManyRecent, count: WaitingCount) {
  const details = { maximum: count.maximum, hours: CANCELLED_COUNTED_HOURS }
  return isReached(count) ? refuse(code, details) : undefined
}

function isReached({ waiting, maximum }: WaitingCount): boolean {
  return maximum > 0 && waiting >= maximum
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
  const maximum = REJECTED_A_DAY_MAX
  const hours = REJECTED_COUNTED_HOURS
  const until = waitEnd(rejectedAt, { at, maximum, countedMs: hours * HOUR_MS })
  return until === undefined
    ? undefined
    : refuse('request.too_many_rejected', { maximum, hours, until })
}

/**
 * Why a user may not submit a verification after resets that their own changes of name caused;
 * undefined if they may. Staff are notified of each submission.
 *
 * Refuses  kyc.too_many_name_changes
 * Source   docs/product.md, Waiting requests
 */
export function ownResetsRefusal(
  resetAt: readonly Instant[],
  { at }: { readonly at: Instant },
): Refusal | undefined {
  const maximum = OWN_RESETS_MAX
  const hours = OWN_RESETS_COUNTED_HOURS
  const until = waitEnd(resetAt, { at, maximum, countedMs: hours * HOUR_MS })
  return until === undefined
    ? undefined
    : refuse('kyc.too_many_name_changes', { maximum, hours, until })
}

/** When fewer than the maximum will count, if the maximum is reached. */
function waitEnd(
  times: readonly Instant[],
  { at, maximum, countedMs }: { at: Instant; maximum: number; countedMs: number },
): Instant | undefined {
  const ends = times.map((each) => epochMsOf(each) + countedMs)
  const counting = ends.filter((end) => end > epochMsOf(at)).sort((a, b) => b - a)
  const until = counting[maximum - 1]
  return until === undefined ? undefined : instantOf(until)
}
