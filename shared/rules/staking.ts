import {
  type Decimal,
  formatUnitsInFull,
  parseUnits,
  scaleUnits,
  type Units,
} from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { t } from '#shared/text/t.ts'

/** Staking of USDT. Source: docs/product.md, Staking. */
export const STAKED_SYMBOL = 'USDT'

export interface StakingPlan {
  readonly termDays: number
  /** Annual interest in percent. */
  readonly apy: Decimal
  readonly minimum: Decimal
  readonly maximum: Decimal
}

export const STAKING_PLANS: readonly StakingPlan[] = [
  { termDays: 1, apy: '0.3', minimum: '1', maximum: '100000' },
  { termDays: 5, apy: '0.6', minimum: '1000', maximum: '1000000' },
  { termDays: 15, apy: '1.1', minimum: '20000', maximum: '10000000' },
  { termDays: 30, apy: '1.4', minimum: '50000', maximum: '50000000' },
  { termDays: 90, apy: '2.2', minimum: '1000000', maximum: '100000000' },
]

/** The name of a plan, from its term. */
export function titleOf({ termDays }: StakingPlan): string {
  return t('{days, plural, one {# Day} other {# Days}}', { days: termDays })
}

export function planFor(termDays: number): StakingPlan | undefined {
  return STAKING_PLANS.find((plan) => plan.termDays === termDays)
}

export interface StakeCommand {
  /** USDT. */
  readonly amount: Decimal
  readonly termDays: number
  /** The annual interest that the user saw, in percent. */
  readonly claimedApy?: Decimal | undefined
}

/**
 * Why a stake cannot be opened; undefined if it can.
 *
 * Units available: 1e-8 USDT; undefined if unknown
 * Refuses  stake.plan_unknown, terms.changed, stake.amount_out_of_range,
 *          stake.balance_insufficient: first match wins
 * Source   docs/product.md, Staking
 */
export function refusalOf(
  { amount, termDays, claimedApy }: StakeCommand,
  { available }: { readonly available: Units | undefined },
): Refusal | undefined {
  const plan = planFor(termDays)
  if (!plan) return refuse('stake.plan_unknown', { days: termDays })
  const { apy, minimum, maximum } = plan
  if (claimedApy !== undefined && parseUnits(claimedApy) !== parseUnits(apy)) {
    return refuse('terms.changed', { field: 'apy', actual: apy })
  }
  const units = parseUnits(amount)
  if (units < parseUnits(minimum) || units > parseUnits(maximum)) {
    return refuse('stake.amount_out_of_range', { minimum, maximum })
  }
  if (available !== undefined && units > available) {
    return refuse('stake.balance_insufficient', { available: formatUnitsInFull(available) })
  }
  return undefined
}

/** What the whole term pays: amount × APY/100 × days/365. Rounded down. */
export function interestFor(amount: Units, plan: StakingPlan): Units {
  return interestOf(amount, plan, plan.termDays)
}

/** What one day pays: amount × APY/100/365. Rounded down; shown, never paid on its own. */
export function dailyInterestFor(amount: Units, plan: StakingPlan): Units {
  return interestOf(amount, plan, 1)
}

const DAYS_OF_YEAR = 365n
/** A percentage of 1 in 1e-8 units. */
const PERCENT = 100n * parseUnits('1')

function interestOf(amount: Units, { apy }: StakingPlan, days: number): Units {
  return scaleUnits(amount, parseUnits(apy) * BigInt(days), PERCENT * DAYS_OF_YEAR, 'down')
}
