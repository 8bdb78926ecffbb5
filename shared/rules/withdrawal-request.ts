import type { RefusalCode } from '#shared/errors.ts'
import { formatAmount } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { epochMsOf, type Instant } from '#shared/time.ts'
import { isAddressOf, isSameAddress, platformRefusalOf } from './wallet-address.ts'
import { ADDRESS_DELAY_HOURS, type AllowedAddress, usableFrom } from './withdrawal-allowlist.ts'
import type { HoldReason, WithdrawalHold } from './withdrawal-hold.ts'
import { type WithdrawalSymbol, withdrawalCoin } from './withdrawals.ts'

export interface WithdrawalCommand {
  readonly symbol: WithdrawalSymbol
  /** Absent: the coin's own. */
  readonly network?: string | undefined
  readonly amount: Decimal
  readonly walletAddress: string
}

export interface WithdrawalFacts {
  /** undefined if unknown. */
  readonly available: Units | undefined
  readonly hold: WithdrawalHold | undefined
  /** The current and former deposit addresses of the platform; undefined if unknown. */
  readonly platformAddresses: readonly string[] | undefined
  /** The saved addresses, if the allowlist is on; undefined if any address is allowed. */
  readonly allowed: readonly AllowedAddress[] | undefined
  readonly now: Instant
}

/**
 * Why a withdrawal cannot be requested; undefined if it can.
 *
 * It is separate from the other rules of withdrawals because the check of addresses is large and
 * most of the app does not need it.
 *
 * Units    amount, available: the coin itself
 * Refuses  withdrawal.fields_missing, withdrawal.network_unsupported, address.malformed,
 *          withdrawal.platform_address, withdrawal.address_not_saved, withdrawal.address_too_new,
 *          withdrawal.on_hold, withdrawal.frozen, withdrawal.balance_insufficient: first match wins
 * Source   docs/product.md, Withdrawals
 */
export function refusalOf(
  command: WithdrawalCommand,
  { available, hold, platformAddresses, allowed, now }: WithdrawalFacts,
): Refusal | undefined {
  const { symbol, amount, walletAddress } = command
  if (walletAddress === '') return refuse('withdrawal.fields_missing')
  const { network } = withdrawalCoin(symbol)
  if (command.network !== undefined && command.network !== network) {
    return refuse('withdrawal.network_unsupported', { symbol, network: command.network })
  }
  if (!isAddressOf(network, walletAddress)) return refuse('address.malformed', { network })
  const refused =
    platformRefusalOf(walletAddress, platformAddresses) ??
    allowlistRefusalOf({ symbol, address: walletAddress }, allowed, now)
  if (refused) return refused
  if (hold) return onHold(hold)
  if (available !== undefined && parseUnits(amount) > available) {
    return insufficientBalance({ symbol, amount }, available)
  }
  return undefined
}

/**
 * Why the allowlist permits no withdrawal to an address; undefined if it does.
 *
 * Refuses  withdrawal.address_not_saved, withdrawal.address_too_new: first match wins
 * Source   docs/product.md, Withdrawal allowlist
 */
export function allowlistRefusalOf(
  { symbol, address }: Pick<AllowedAddress, 'symbol' | 'address'>,
  allowed: readonly AllowedAddress[] | undefined,
  now: Instant,
): Refusal | undefined {
  if (!allowed) return undefined
  const entry = allowed.find(
    (each) => each.symbol === symbol && isSameAddress(each.address, address),
  )
  if (!entry) return refuse('withdrawal.address_not_saved', { hours: ADDRESS_DELAY_HOURS })
  const usableAt = usableFrom(entry)
  if (epochMsOf(usableAt) <= epochMsOf(now)) return undefined
  return refuse('withdrawal.address_too_new', { label: entry.label, from: usableAt })
}

const ON_HOLD = {
  credentials: 'withdrawal.on_hold',
  second_factor_reset: 'withdrawal.on_hold',
  frozen: 'withdrawal.frozen',
} as const satisfies Record<HoldReason, RefusalCode>

function onHold({ reason, endsAt }: WithdrawalHold): Refusal {
  return refuse(ON_HOLD[reason], { until: endsAt })
}

/** Both amounts with all 8 decimals. Source: docs/product.md, Withdrawals. */
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
