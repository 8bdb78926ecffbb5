import { describeRefusal } from '#shared/errors.ts'
import { formatAmount, formatLimit } from '#shared/format.ts'
import { type Decimal, parseUnits, tryParseUnits } from '#shared/money.ts'
import { isWithinPlan, type StakingPlan } from '#shared/rules/staking.ts'

interface Problem {
  readonly title: string
  readonly message: string
}

interface Facts {
  readonly isSignedIn: boolean
  /** undefined where no balance was ever read on this device. */
  readonly available: Decimal | undefined
}

/**
 * What stands in the way of staking, in the specification's words; undefined when nothing does.
 *
 * Source: spec 1 §5 staking
 */
export function problemOf(
  amount: string,
  plan: StakingPlan,
  { isSignedIn, available }: Facts,
): Problem | undefined {
  if (!isSignedIn) {
    return { title: 'Login Required', message: 'Please log in to view your balance' }
  }
  const units = tryParseUnits(amount)
  if (units === undefined || units <= 0n) {
    return { title: 'Invalid Input', message: 'Please enter the amount that you want to stake.' }
  }
  if (!isWithinPlan(units, plan)) {
    return describeRefusal('stake.amount_out_of_range', {
      minimum: formatLimit(plan.minimum),
      maximum: formatLimit(plan.maximum),
    })
  }
  if (available !== undefined && units > parseUnits(available)) {
    return describeRefusal('stake.balance_insufficient', { available: formatAmount(available) })
  }
  return undefined
}
