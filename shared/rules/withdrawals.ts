import { type DepositCoin, depositCoin } from '#shared/rules/deposits.ts'

/**
 * What can be withdrawn. A coin is withdrawn on the network on which it is deposited, because the
 * platform holds it there.
 *
 * Source: docs/product.md, Withdrawals
 */
export const WITHDRAWAL_SYMBOLS = ['BTC', 'ETH', 'USDT'] as const
export type WithdrawalSymbol = (typeof WITHDRAWAL_SYMBOLS)[number]

export type WithdrawalCoin = Pick<DepositCoin, 'network' | 'networkLabel' | 'decimals'> & {
  readonly symbol: WithdrawalSymbol
}

export const WITHDRAWAL_COINS: readonly WithdrawalCoin[] = WITHDRAWAL_SYMBOLS.map((symbol) => {
  const coin = depositCoin(symbol)
  if (!coin) throw new Error(`${symbol} has no network`)
  const { network, networkLabel, decimals } = coin
  return { symbol, network, networkLabel, decimals }
})

export function withdrawalCoin(symbol: WithdrawalSymbol): WithdrawalCoin {
  return WITHDRAWAL_COINS.find((coin) => coin.symbol === symbol) as WithdrawalCoin
}

export const WALLET_ADDRESS_LENGTH_MAX = 128

/**
 * Staff normally record within minutes whether coins were sent. After this time, all staff are
 * notified.
 */
export const SENDING_OVERDUE_HOURS = 2
/**
 * For this long, only the person who started to send the coins may record whether they were sent.
 */
export const SENDING_ALONE_HOURS = 24
