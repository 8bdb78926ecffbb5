import { type Decimal, parseUnits, scaleUnits, type Units } from '#shared/money.ts'

/** Staking of USDT. Source: docs/product.md, Staking. */
export const STAKED_SYMBOL = 'USDT'

export interface StakingPlan {
  readonly title: string
  readonly termDays: number
  /** Annual interest in percent. */
  readonly apy: Decimal
  readonly minimum: Decimal
  readonly maximum: Decimal
}

export const STAKING_PLANS: readonly StakingPlan[] = [
  { title: '1 Day', termDays: 1, apy: '0.3', minimum: '1', maximum: '100000' },
  { title: '5 Days', termDays: 5, apy: '0.6', minimum: '1000', maximum: '1000000' },
  { title: '15 Days', termDays: 15, apy: '1.1', minimum: '20000', maximum: '10000000' },
  { title: '30 Days', termDays: 30, apy: '1.4', minimum: '50000', maximum: '50000000' },
  { title: '90 Days', termDays: 90, apy: '2.2', minimum: '1000000', maximum: '100000000' },
]

export function planFor(termDays: number): StakingPlan | undefined {
  return STAKING_PLANS.find((plan) => plan.termDays === termDays)
}

export function isWithinPlan(amount: Units, { minimum, maximum }: StakingPlan): boolean {
  return parseUnits(minimum) <= amount && amount <= parseUnits(maximum)
}

/** What the whole term pays: amount × APY/100 × days/365. Rounded down. */
export function interestFor(amount: Units, plan: StakingPlan): Units {
  return interestOf(amount, plan, plan.termDays)
}

/** What one day pays: amount × APY/100/365. Rounded down; shown, never paid by itself. */
export function dailyInterestFor(amount: Units, plan: StakingPlan): Units {
  return interestOf(amount, plan, 1)
}

const DAYS_OF_YEAR = 365n
/** A percentage of 1 in 1e-8 units. */
const PERCENT = 100n * parseUnits('1')

function interestOf(amount: Units, { apy }: StakingPlan, days: number): Units {
  return scaleUnits(amount, parseUnits(apy) * BigInt(days), PERCENT * DAYS_OF_YEAR, 'down')
}
