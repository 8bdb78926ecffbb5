import { type Decimal, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'

/** Used unless the operator configures another amount. */
export const SECOND_APPROVAL_ABOVE_USD_DEFAULT: Decimal = '25000'

/**
 * The rules for the limits of one person. Each approval records the rules by which it was decided,
 * and the verifier checks it by these.
 */
export interface CountingRules {
  /** The limits count what one person has approved alone for this long. */
  readonly countedMs: number
  /** What one person may approve alone for all customers: this many times the limit. */
  readonly totalTimes: number
  /** For this long, a person who credited a customer releases only small withdrawals alone. */
  readonly creditedMs: number
  /** Small: this part of the limit, in `countedMs`. */
  readonly releasedPart: number
}

/** For approvals from now on. */
export const COUNTING_RULES: CountingRules = {
  countedMs: DAY_MS,
  totalTimes: 10,
  creditedMs: 7 * DAY_MS,
  releasedPart: 10,
}

/** For approvals from before the rules were recorded. Never change these values. */
export const COUNTING_RULES_UNRECORDED: CountingRules = {
  countedMs: 86_400_000,
  totalTimes: 10,
  creditedMs: 604_800_000,
  releasedPart: 10,
}

/** For this long, a person who changed how a customer signs in releases nothing to them alone. */
export const SIGN_IN_CHANGED_MS = 30 * DAY_MS
/** A first approval, or a proposal, counts for this long. */
export const FIRST_COUNTS_DAYS = 7
/** What the refusal of an older proposal says. */
export const PROPOSAL_COUNTS = { days: FIRST_COUNTS_DAYS } as const

/** An amount of one asset and the asset's price in USD; null without a fresh price. */
export interface PricedAmount {
  readonly amount: Decimal
  readonly price: Decimal | null
}

/**
 * The value of an approval: that of the more valuable side of the movement. An order gives one
 * amount and receives another, and either could be worth too much.
 *
 * Units 1e-8 USD, rounded up; null if an amount has no price
 */
export function approvalValue(ways: readonly (readonly PricedAmount[])[]): Units | null {
  let most = 0n
  for (const way of ways) {
    const value = sumOf(way)
    if (value === null) return null
    if (value > most) most = value
  }
  return most
}

function sumOf(amounts: readonly PricedAmount[]): Units | null {
  let sum = 0n
  for (const { amount, price } of amounts) {
    if (price === null) return null
    sum += multiplyUnits(parseUnits(amount), parseUnits(price), 'up')
  }
  return sum
}

/** in: the customer is credited; out: coins leave the platform; within: neither. */
export const FLOWS = ['in', 'out', 'within'] as const
export type Flow = (typeof FLOWS)[number]

/** What one member of staff has approved alone within 24 hours, in 1e-8 USD. */
export interface ApprovedBefore {
  readonly forCustomer: Units
  readonly forAll: Units
  /** They credited this customer, or approved a credit first, within seven days. */
  readonly hasCredited: boolean
  /** What left the platform to all such customers, because one person may own many accounts. */
  readonly releasedToCredited: Units
  /**
   * They set this customer's password, or took part in the reset of their second factor, within 30
   * days, so they may have logged in as the customer.
   */
  readonly hasChangedSignIn: boolean
}

export const SECOND_PERSON_REASONS = [
  'no_price',
  'amount',
  'customer_total',
  'staff_total',
  'credited',
  'sign_in',
] as const
export type SecondPersonReason = (typeof SECOND_PERSON_REASONS)[number]

interface Approval {
  /** 1e-8 USD; null: an asset has no fresh price. */
  readonly value: Units | null
  /** USD; the two-person limit. 0: one person is always enough. */
  readonly above: Decimal
  readonly flow: Flow
  readonly before: ApprovedBefore
}

/**
 * Why a second person must approve; null if one is enough. The only place that decides this.
 *
 * Units    1e-8 USD
 * Source   docs/product.md, Second approval
 */
export function secondPersonReason(approval: Approval): SecondPersonReason | null {
  const { value, flow, before } = approval
  const above = parseUnits(approval.above)
  if (above === 0n) return null
  if (value === null) return 'no_price'
  if (value > above) return 'amount'
  if (before.forCustomer + value > above) return 'customer_total'
  if (before.forAll + value > above * BigInt(COUNTING_RULES.totalTimes)) return 'staff_total'
  if (flow === 'out' && before.hasChangedSignIn) return 'sign_in'
  const releases = (before.releasedToCredited + value) * BigInt(COUNTING_RULES.releasedPart)
  return flow === 'out' && before.hasCredited && releases > above ? 'credited' : null
}
