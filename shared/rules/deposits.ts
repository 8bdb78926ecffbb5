import { type Decimal, parseUnits, type Units } from '#shared/money.ts'

/**
 * What can be deposited, on which network, from which amount.
 *
 * Units    minimum, networkFee: decimal strings in the coin itself
 * Source   docs/product.md, Deposits
 */
export interface DepositCoin {
  readonly symbol: DepositSymbol
  readonly network: DepositNetwork
  /** The network's name in full, as the deposit screen shows it. */
  readonly networkLabel: string
  readonly minimum: Decimal
  readonly networkFee: Decimal
  readonly processing: string
}

export const DEPOSIT_NETWORKS = ['Bitcoin', 'ERC20', 'TRC20'] as const
export type DepositNetwork = (typeof DEPOSIT_NETWORKS)[number]

export const DEPOSIT_SYMBOLS = ['BTC', 'ETH', 'USDT', 'TRX'] as const
export type DepositSymbol = (typeof DEPOSIT_SYMBOLS)[number]

/** The other half of a network's full name, as some screens and callers write it. */
const OTHER_NAMES: Readonly<Record<string, DepositNetwork>> = {
  mainnet: 'Bitcoin',
  ethereum: 'ERC20',
}

export function depositNetworkOf(name: DepositNetwork | 'mainnet' | 'ethereum'): DepositNetwork {
  return OTHER_NAMES[name] ?? (name as DepositNetwork)
}

export const DEPOSIT_COINS: readonly DepositCoin[] = [
  {
    symbol: 'BTC',
    network: 'Bitcoin',
    networkLabel: 'Bitcoin/mainnet',
    minimum: '0.001',
    networkFee: '0.0001',
    processing: '10-30 minutes',
  },
  {
    symbol: 'ETH',
    network: 'ERC20',
    networkLabel: 'ERC20/ethereum',
    minimum: '0.01',
    networkFee: '0.001',
    processing: '5-15 minutes',
  },
  {
    symbol: 'USDT',
    network: 'TRC20',
    networkLabel: 'TRC20',
    minimum: '10',
    networkFee: '1',
    processing: '1-3 minutes',
  },
  {
    symbol: 'TRX',
    network: 'TRC20',
    networkLabel: 'TRC20',
    minimum: '100',
    networkFee: '1',
    processing: '1-3 minutes',
  },
]

/** Network confirmations that a deposit waits for. */
export const DEPOSIT_CONFIRMATIONS = 1

export function depositCoin(symbol: string): DepositCoin | undefined {
  return DEPOSIT_COINS.find((coin) => coin.symbol === symbol)
}

export function depositMinimum(coin: DepositCoin): Units {
  return parseUnits(coin.minimum)
}
