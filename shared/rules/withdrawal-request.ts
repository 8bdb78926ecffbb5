import { formatAmount, formatDateTime } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import { isAddressOf, platformRefusalOf } from './wallet-address.ts'
import { type WithdrawalSymbol, withdrawalCoin } from './withdrawals.ts'

export interface WithdrawalCommand {
  readonly symbol: WithdrawalSymbol
  /** Absent: the coin's own. */
  readonly network?: string | undefined
  readonly amount: Decimal
  readonly walletAddress: string
}

export interface WithdrawalFacts {
  /** undefined where it is not known. */
  readonly available: Units | undefined
  readonly holdEndsAt: Instant | undefined
  /** The deposit addresses that the platform has or had; undefined where they are not known. */
  readonly platformAddresses: readonly string[] | undefined
}

/**
 * Why a withdrawal cannot be requested; undefined where it can.
 *
 * It is apart from the other rules of withdrawals because the check of addresses is large, and most
 * of the app does without it.
 *
 * Units    amount, available: the coin itself
 * Refuses  withdrawal.fields_missing, withdrawal.network_unsupported, address.malformed,
 *          withdrawal.platform_address, withdrawal.on_hold, withdrawal.balance_insufficient: first
 *          match wins
 * Source   docs/product.md, Withdrawals
 */
export function refusalOf(
  command: WithdrawalCommand,
  { available, holdEndsAt, platformAddresses }: WithdrawalFacts,
): Refusal | undefined {
  const { symbol, amount, walletAddress } = command
  if (walletAddress === '') return refuse('withdrawal.fields_missing')
  const { network } = withdrawalCoin(symbol)
  if (command.network !== undefined && command.network !== network) {
    return refuse('withdrawal.network_unsupported', { symbol, network: command.network })
  }
  if (!isAddressOf(network, walletAddress)) return refuse('address.malformed', { network })
  const refused = platformRefusalOf(walletAddress, platformAddresses)
  if (refused) return refused
  if (holdEndsAt) return onHold(holdEndsAt)
  if (available !== undefined && parseUnits(amount) > available) {
    return insufficientBalance({ symbol, amount }, available)
  }
  return undefined
}

/** In UTC, because the text travels from the server to a browser in any time zone. */
function onHold(endsAt: Instant): Refusal {
  return refuse('withdrawal.on_hold', { until: `${formatDateTime(endsAt, 'UTC')} UTC`, endsAt })
}

/** Both amounts have all their 8 decimals. Source: docs/product.md, Withdrawals. */
export function insufficientBalance(
  { symbol, amount }: Pick<WithdrawalCommand, 'symbol' | 'amount'>,
  available: Units,
): Refusal {
  return refuse('withdrawal.balance_insufficient', {
    symbol,
    available: formatAmount(formatUnits(available)),
    amount: formatAmount(amount),
  })
}
