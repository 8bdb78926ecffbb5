import type { CheckOutcome } from '#pwa/hooks/use-liability-check.ts'
import type { LiabilityCheck } from '#shared/proofs/check-liabilities.ts'
import { msg, t } from '#shared/text/t.ts'

const FAULTS: Readonly<Record<LiabilityCheck, string>> = {
  statement: msg('The proof is of another statement.'),
  included: msg('Your balance was left out.'),
  parts: msg('Your balance is not counted in two parts.'),
  owner: msg('The amounts shown to you are not recorded as yours.'),
  balance: msg('The amount in the statement differs from the total of your activity.'),
  place: msg('Your amounts are not in the published total.'),
  sum: msg('The sums do not lead to the published total.'),
  root: msg('The tree is not the one that was published.'),
}

/** What a failed check means for the user. */
export function faultText(check: LiabilityCheck): string {
  return t(FAULTS[check])
}

const TITLES: Readonly<Record<Exclude<CheckOutcome, 'counted'>, string>> = {
  miscounted: msg('Your balance is not counted correctly'),
  not_in_log: msg('The proof of liabilities is not in the signed log'),
}

export function warningTitle(outcome: Exclude<CheckOutcome, 'counted'>): string {
  return t(TITLES[outcome])
}
