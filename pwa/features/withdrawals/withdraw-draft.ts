import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { missingProblem, type Problem, problemAt } from '#pwa/ui/problem.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import { type Decimal, parseUnits, tryParsePositive } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import {
  allowlistRefusalOf,
  refusalOf,
  type WithdrawalFacts,
} from '#shared/rules/withdrawal-request.ts'
import { WITHDRAWAL_SYMBOLS, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'

/** Both steps of the form. */
export interface WithdrawForm extends WithdrawDraft {
  /** The name to save the address under; undefined: it is not saved. */
  readonly label: string | undefined
}

/** What the device knows of the allowlist. */
export type Allowed = Pick<WithdrawalFacts, 'allowed' | 'now'>

interface Facts extends Allowed {
  readonly isSignedIn: boolean
  /** undefined if no balance was ever read on this device. */
  readonly available: Decimal | undefined
}

export const FIELD_OF = {
  'withdrawal.balance_insufficient': 'amount',
  'address.malformed': 'address',
  'withdrawal.platform_address': 'address',
  'withdrawal.address_not_saved': 'address',
  'withdrawal.address_too_new': 'address',
} as const

/** If nothing is chosen yet: the first coin of which the user has something. */
export function emptyDraft(availableOf: (symbol: string) => Decimal | undefined): WithdrawForm {
  const held = WITHDRAWAL_SYMBOLS.find((symbol) => parseUnits(availableOf(symbol) ?? '0') > 0n)
  const symbol = held ?? WITHDRAWAL_SYMBOLS[0]
  return { symbol, amount: '', address: '', label: undefined }
}

/** Why the withdrawal cannot be requested. Source: docs/product.md, Withdrawals. */
export function problemOf(draft: WithdrawForm, facts: Facts): Problem | undefined {
  const { symbol, amount, address, label } = draft
  const missing = missingProblem({ address, amount }, describeRefusal('withdrawal.fields_missing'))
  if (missing) return missing
  if (tryParsePositive(amount) === undefined) {
    const message = t('Please enter a valid amount.')
    return problemAt('amount', { title: t('Invalid Amount'), message })
  }
  if (!facts.isSignedIn) {
    return { title: t('Invalid Data'), message: t('Please log in to withdraw.') }
  }
  const refusal = refusalOf(
    { symbol, amount, walletAddress: address },
    {
      available: facts.available === undefined ? undefined : parseUnits(facts.available),
      // The form cannot be submitted while withdrawals are on hold.
      hold: undefined,
      // The server knows them.
      platformAddresses: undefined,
      allowed: facts.allowed,
      now: facts.now,
    },
  )
  if (refusal) return problemOfRefusal(refusal, IN_OWN_TIME)
  if (label?.trim() !== '') return undefined
  const message = t('Please give the address a label, or do not save it.')
  return problemAt('label', { title: t('Missing Information'), message })
}

/** An address to which nothing can be withdrawn is reported as soon as it has been typed. */
export function addressProblemOf(
  { symbol, address }: Pick<WithdrawDraft, 'symbol' | 'address'>,
  { allowed, now }: Allowed,
): string | undefined {
  if (address === '') return undefined
  const { network } = withdrawalCoin(symbol)
  const refusal = isAddressOf(network, address)
    ? allowlistRefusalOf({ symbol, address }, allowed, now)
    : refuse('address.malformed', { network })
  return refusal && problemOfRefusal(refusal, IN_OWN_TIME)?.message
}

/** Refusals write times in UTC; the form writes them as the rest of its screen. */
const IN_OWN_TIME = { from: (instant: string) => formatDateTime(instant) }
