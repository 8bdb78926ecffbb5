import { type Decimal, parseUnits } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'

/**
 * Which coins can be deposited, on which network, and from which amount.
 *
 * Units    minimum, networkFee: decimal strings in the coin itself
 * Source   docs/product.md, Deposits
 */
export interface DepositCoin {
  readonly symbol: DepositSymbol
  readonly network: DepositNetwork
  /** The network's name in full, as the deposit screen shows it. */
  readonly networkLabel: string
  /** How many decimals of an amount the network supports; at most the ledger's 8. */
  readonly decimals: number
  readonly minimum: Decimal
  readonly networkFee: Decimal
  readonly processing: string
}

export const DEPOSIT_NETWORKS = ['Bitcoin', 'ERC20', 'TRC20'] as const
export type DepositNetwork = (typeof DEPOSIT_NETWORKS)[number]

export const DEPOSIT_SYMBOLS = ['BTC', 'ETH', 'USDT', 'TRX'] as const
export type DepositSymbol = (typeof DEPOSIT_SYMBOLS)[number]

/** Other names of a network: the other half of its full name, and the full name. */
const OTHER_NAMES = {
  mainnet: 'Bitcoin',
  'Bitcoin/mainnet': 'Bitcoin',
  ethereum: 'ERC20',
  'ERC20/ethereum': 'ERC20',
} as const satisfies Record<string, DepositNetwork>

export const NETWORK_NAMES = [
  ...DEPOSIT_NETWORKS,
  ...(Object.keys(OTHER_NAMES) as (keyof typeof OTHER_NAMES)[]),
] as const

export function depositNetworkOf(name: (typeof NETWORK_NAMES)[number]): DepositNetwork {
  return name in OTHER_NAMES
    ? OTHER_NAMES[name as keyof typeof OTHER_NAMES]
    : (name as DepositNetwork)
}

export const DEPOSIT_COINS: readonly DepositCoin[] = [
  {
    symbol: 'BTC',
    network: 'Bitcoin',
    networkLabel: 'Bitcoin/mainnet',
    decimals: 8,
    minimum: '0.001',
    networkFee: '0.0001',
    processing: msg('10-30 minutes'),
  },
  {
    symbol: 'ETH',
    network: 'ERC20',
    networkLabel: 'ERC20/ethereum',
    decimals: 8,
    minimum: '0.01',
    networkFee: '0.001',
    processing: msg('5-15 minutes'),
  },
  {
    symbol: 'USDT',
    network: 'TRC20',
    networkLabel: 'TRC20',
    decimals: 6,
    minimum: '10',
    networkFee: '1',
    processing: msg('1-3 minutes'),
  },
  {
    symbol: 'TRX',
    network: 'TRC20',
    networkLabel: 'TRC20',
    decimals: 6,
    minimum: '100',
    networkFee: '1',
    processing: msg('1-3 minutes'),
  },
]

/** Network confirmations that a deposit needs. */
export const DEPOSIT_CONFIRMATIONS = 1
/**
 * How long the screenshot of a deposit is kept after the credit, even if its owner deletes the
 * account.
 */
export const PROOF_KEPT_DAYS = 90

export function depositCoin(symbol: string): DepositCoin | undefined {
  return DEPOSIT_COINS.find((coin) => coin.symbol === symbol)
}

export interface DepositCommand {
  readonly symbol: string
  /** Absent: the coin's own. */
  readonly network?: string | undefined
  /** The coin itself. */
  readonly amount: Decimal
}

/**
 * Why a deposit cannot be reported; undefined if it can.
 *
 * Refuses  deposit.below_minimum, deposit.address_missing: first match wins; a coin that
 *          cannot be deposited has no address
 * Source   docs/product.md, Deposits
 */
export function refusalOf(
  { symbol, network, amount }: DepositCommand,
  /** Whether there is an address for the coin; undefined if unknown. */
  { isOffered }: { readonly isOffered: boolean | undefined },
): Refusal | undefined {
  const coin = depositCoin(symbol)
  if (!coin) return refuse('deposit.address_missing')
  if (parseUnits(amount) < parseUnits(coin.minimum)) {
    return refuse('deposit.below_minimum', { minimum: coin.minimum, symbol })
  }
  const isElsewhere = network !== undefined && network !== coin.network
  return isElsewhere || isOffered === false ? refuse('deposit.address_missing') : undefined
}
