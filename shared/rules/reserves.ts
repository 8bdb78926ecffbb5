import { DEPOSIT_COINS, type DepositNetwork, type DepositSymbol } from '#shared/rules/deposits.ts'

type Networks = readonly [DepositNetwork, ...DepositNetwork[]]

/** The coins whose reserves can be proved, each on the networks that hold it. */
const NETWORKS: Readonly<Record<DepositSymbol, Networks>> = {
  BTC: ['Bitcoin'],
  ETH: ['ERC20'],
  USDT: ['TRC20', 'ERC20'],
  TRX: ['TRC20'],
}

export const RESERVE_SYMBOLS = DEPOSIT_COINS.map(({ symbol }) => symbol)

export function reserveNetworksOf(symbol: DepositSymbol): Networks {
  return NETWORKS[symbol]
}

export function isReserveNetwork(symbol: DepositSymbol, network: DepositNetwork): boolean {
  return NETWORKS[symbol].includes(network)
}

/** What the key of an address signs. Without the day an old signature would be valid for ever. */
export interface ReserveStatement {
  /** The company's name. */
  readonly operator: string
  /** The signed log of the installation, so that a signature cannot be reused for another one. */
  readonly origin: string
  readonly address: string
  /** The calendar day of the signature (UTC), as 2026-01-31. */
  readonly day: string
}

/**
 * The message to sign. In one line, because wallets treat line breaks differently, and the same in every
 * language, because anyone may check it.
 */
export function reserveMessage({ operator, origin, address, day }: ReserveStatement): string {
  return `proof-of-reserves operator:${operator} log:${origin} address:${address} day:${day}`
}

/** For how long after its day a message may be signed. */
export const RESERVE_MESSAGE_DAYS = 7
