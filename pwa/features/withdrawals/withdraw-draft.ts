import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { missingProblem, type Problem, problemAt } from '#pwa/ui/problem.ts'
import { describeRefusal } from '#shared/errors.ts'
import { type Decimal, parseUnits, tryParsePositive } from '#shared/money.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { refusalOf } from '#shared/rules/withdrawal-request.ts'
import { WITHDRAWAL_SYMBOLS, withdrawalCoin } from '#shared/rules/withdrawals.ts'

/** Both steps of the form. */
export interface WithdrawForm extends WithdrawDraft {
  /** The name to save the address under; undefined: it is not saved. */
  readonly label: string | undefined
}

interface Facts {
  readonly isSignedIn: boolean
  /** undefined where no balance was ever read on this device. */
  readonly available: Decimal | undefined
}

export const FIELD_OF = {
  'withdrawal.balance_insufficient': 'amount',
  'address.malformed': 'address',
  'withdrawal.platform_address': 'address',
} as const

/** Where nothing is chosen yet: the first coin that there is something of. */
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
    return problemAt('amount', { title: 'Invalid Amount', message: 'Please enter a valid amount.' })
  }
  if (!facts.isSignedIn) return { title: 'Invalid Data', message: 'Please log in to withdraw.' }
  const refusal = refusalOf(
    { symbol, amount, walletAddress: address },
    {
      available: facts.available === undefined ? undefined : parseUnits(facts.available),
      // The form cannot be submitted while withdrawals are on hold.
      holdEndsAt: undefined,
      // The server knows them.
      platformAddresses: undefined,
    },
  )
  if (refusal) return problemOfRefusal(refusal)
  if (label?.trim() !== '') return undefined
  const message = 'Please give the address a label, or do not save it.'
  return problemAt('label', { title: 'Missing Information', message })
}

/** An address that is none of its network: told as soon as it has been typed. */
export function addressProblemOf({
  symbol,
  address,
}: Pick<WithdrawDraft, 'symbol' | 'address'>): string | undefined {
  const { network } = withdrawalCoin(symbol)
  if (address === '' || isAddressOf(network, address)) return undefined
  return describeRefusal('address.malformed', { network }).message
}

/** Wallets copy addresses with line ends and blanks around them, or inside. */
export function asAddress(typed: string): string {
  return typed.replace(/\s/g, '')
}
