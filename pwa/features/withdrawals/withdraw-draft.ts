import type { WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatAmount } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { WITHDRAWAL_SYMBOLS, withdrawalCoin } from '#shared/rules/withdrawals.ts'

export interface Problem {
  readonly title: string
  readonly message: string
}

/** Where nothing is chosen yet: the first coin that there is something of. */
export function emptyDraft(availableOf: (symbol: string) => Decimal | undefined): WithdrawDraft {
  const held = WITHDRAWAL_SYMBOLS.find((symbol) => parseUnits(availableOf(symbol) ?? '0') > 0n)
  return { symbol: held ?? WITHDRAWAL_SYMBOLS[0], amount: '', address: '' }
}

/**
 * What keeps the form from being sent; undefined when nothing does.
 *
 * Source: docs/product.md, Withdrawals
 */
export function problemOf(
  { symbol, amount, address }: WithdrawDraft,
  /** undefined where no balance was ever read on this device. */
  available: Decimal | undefined,
): Problem | undefined {
  if (amount.trim() === '' || address === '') return describeRefusal('withdrawal.fields_missing')
  const units = tryParseUnits(amount)
  if (units === undefined || units <= 0n) {
    return { title: 'Invalid Amount', message: 'Please enter a valid amount.' }
  }
  if (available !== undefined && units > parseUnits(available)) {
    return describeRefusal('withdrawal.balance_insufficient', {
      symbol,
      available: formatAmount(available),
      amount: formatAmount(formatUnits(units)),
    })
  }
  return addressProblemOf({ symbol, address })
}

/** An address that is none of its network: told as soon as it has been typed. */
export function addressProblemOf({
  symbol,
  address,
}: Pick<WithdrawDraft, 'symbol' | 'address'>): Problem | undefined {
  const { network } = withdrawalCoin(symbol)
  return isAddressOf(network, address)
    ? undefined
    : describeRefusal('address.malformed', { network })
}

/** Wallets copy addresses with line ends and blanks around them, or inside. */
export function asAddress(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** What is left available; undefined where it is not known or less than nothing. */
export function leftAfter(amount: string, available: Decimal | undefined): Decimal | undefined {
  const units = tryParseUnits(amount)
  if (units === undefined || available === undefined) return undefined
  const left = parseUnits(available) - units
  return left < 0n ? undefined : formatUnits(left)
}
