import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { type Problem, problemAt } from '#pwa/ui/problem.ts'
import { formatAmount, formatLimit } from '#shared/format.ts'
import { type Decimal, parseUnits, tryParsePositive } from '#shared/money.ts'
import { refusalOf, type StakingPlan } from '#shared/rules/staking.ts'
import { t } from '#shared/text/t.ts'

interface Facts {
  readonly isSignedIn: boolean
  /** undefined if no balance was ever read on this device. */
  readonly available: Decimal | undefined
}

export const FIELD_OF = {
  'stake.amount_out_of_range': 'amount',
  'stake.balance_insufficient': 'amount',
} as const

/** Why the stake cannot be opened. Source: docs/product.md, Staking. */
export function problemOf(
  amount: string,
  { termDays }: StakingPlan,
  { isSignedIn, available }: Facts,
): Problem | undefined {
  if (!isSignedIn) {
    return { title: t('Login Required'), message: t('Please log in to view your balance') }
  }
  if (tryParsePositive(amount) === undefined) {
    const message = t('Please enter the amount that you want to stake.')
    return problemAt('amount', { title: t('Invalid Input'), message })
  }
  const facts = { available: available === undefined ? undefined : parseUnits(available) }
  return problemOfRefusal(refusalOf({ amount, termDays }, facts), {
    minimum: formatLimit,
    maximum: formatLimit,
    available: formatAmount,
  })
}
