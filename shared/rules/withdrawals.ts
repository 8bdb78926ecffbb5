import { type DepositCoin, depositCoin } from '#shared/rules/deposits.ts'
import { epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/**
 * What can be withdrawn. A coin leaves on the network on which it comes in: that is where the
 * platform holds it.
 *
 * Source: docs/product.md, Withdrawals
 */
export const WITHDRAWAL_SYMBOLS = ['BTC', 'ETH', 'USDT'] as const
export type WithdrawalSymbol = (typeof WITHDRAWAL_SYMBOLS)[number]

export type WithdrawalCoin = Pick<DepositCoin, 'network' | 'networkLabel'> & {
  readonly symbol: WithdrawalSymbol
}

export const WITHDRAWAL_COINS: readonly WithdrawalCoin[] = WITHDRAWAL_SYMBOLS.map((symbol) => {
  const coin = depositCoin(symbol)
  if (!coin) throw new Error(`${symbol} has no network`)
  return { symbol, network: coin.network, networkLabel: coin.networkLabel }
})

export function withdrawalCoin(symbol: WithdrawalSymbol): WithdrawalCoin {
  return WITHDRAWAL_COINS.find((coin) => coin.symbol === symbol) as WithdrawalCoin
}

export const WALLET_ADDRESS_LENGTH_MAX = 128

/** How long nothing can be withdrawn after a change of the password or the second factor. */
export const WITHDRAWAL_HOLD_HOURS = 24
/** And after staff have reset a lost second factor. */
export const RESET_HOLD_HOURS = 48

/**
 * Until when withdrawals are on hold; undefined where they are not. An attacker who
 * takes over an account changes its password first: the owner gets a day to notice.
 */
export function withdrawalHoldEnd(
  changedAt: Instant | null,
  now: Instant,
  factorResetAt: Instant | null = null,
): Instant | undefined {
  const endMs = Math.max(
    changedAt === null ? 0 : epochMsOf(changedAt) + WITHDRAWAL_HOLD_HOURS * HOUR_MS,
    factorResetAt === null ? 0 : epochMsOf(factorResetAt) + RESET_HOLD_HOURS * HOUR_MS,
  )
  return endMs > epochMsOf(now) ? instantOf(endMs) : undefined
}
