import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import type { Instant } from '#shared/time.ts'
import { type DepositAddressEvent, depositAddressEvents } from './events.ts'

/** What users were offered from one moment on, until the next version. */
interface AddressVersion {
  readonly version: number
  readonly address: string
  readonly isActive: boolean
  readonly changedAt: Instant
  readonly changedBy: string
}

/** The deposit address of one coin on one network, with every version that it ever had. */
export interface DepositAddressState {
  readonly symbol: string
  readonly network: string
  readonly address: string
  readonly isActive: boolean
  /** 0: there is none yet. Counts up with every change, so it is the stream's version too. */
  readonly version: number
  readonly changedAt: Instant
  readonly changedBy: string
  /** Oldest first; the last one is the current one. */
  readonly history: readonly AddressVersion[]
}

const initial: DepositAddressState = {
  symbol: '',
  network: '',
  address: '',
  isActive: false,
  version: 0,
  changedAt: '',
  changedBy: '',
  history: [],
}

/** One stream per coin and network: none → active ⇄ inactive. */
export const depositAddresses: Aggregate<DepositAddressState, DepositAddressEvent> = {
  kind: 'deposit-address',
  events: depositAddressEvents,
  initial,
  evolve,
  summarise: ({ isActive }) => ({ status: isActive ? 'active' : 'inactive', waiting: false }),
}

/** The stream of one coin's address: "deposit-address-USDT-TRC20". */
export function depositAddressId(symbol: string, network: string): string {
  return `${symbol}-${network}`
}

function evolve(state: DepositAddressState, event: DepositAddressEvent): DepositAddressState {
  const { symbol, network, address, changedAt, changedBy } = event.data
  const current = {
    version: state.version + 1,
    address,
    isActive:
      event.type === 'DepositAddressChanged'
        ? state.isActive
        : event.type !== 'DepositAddressDeactivated',
    changedAt,
    changedBy,
  }
  return { ...current, symbol, network, history: [...state.history, current] }
}

export interface Facts {
  /** The member of staff. */
  readonly by: string
  readonly at: Instant
}

interface NameAddress {
  readonly symbol: string
  readonly network: string
  readonly address: string
  /** Whether the address passes its network's checksum. */
  readonly isWellFormed: boolean
}

/**
 * Offers users a first address for one coin on one network.
 *
 * State    none → active
 * Refuses  address.network_unsupported, address.exists, address.malformed: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function addDepositAddress(
  state: DepositAddressState,
  command: NameAddress,
  { by, at }: Facts,
): Decision<DepositAddressEvent> {
  const { symbol, network, address } = command
  if (depositCoin(symbol)?.network !== network) {
    return refuse('address.network_unsupported', { symbol, network })
  }
  if (state.version > 0) return refuse('address.exists', { symbol, network })
  if (!command.isWellFormed) return refuse('address.malformed', { network })
  return {
    type: 'DepositAddressAdded',
    data: { symbol, network, address, changedBy: by, changedAt: at },
  }
}

/**
 * Replaces the address of one coin; deposits to the old one are flagged, not refused.
 *
 * State    active and inactive stay as they are
 * Refuses  address.unknown, address.malformed, address.unchanged: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function changeDepositAddress(
  state: DepositAddressState,
  command: NameAddress,
  { by, at }: Facts,
): Decision<DepositAddressEvent> {
  const { symbol, network, address } = command
  if (state.version === 0) return refuse('address.unknown', { symbol, network })
  if (!command.isWellFormed) return refuse('address.malformed', { network })
  if (state.address === address) return refuse('address.unchanged')
  return {
    type: 'DepositAddressChanged',
    data: {
      symbol,
      network,
      previousAddress: state.address,
      address,
      changedBy: by,
      changedAt: at,
    },
  }
}

/**
 * Offers an address to users again, or takes it away.
 *
 * State    active ⇄ inactive
 * Refuses  address.unknown, address.unchanged: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function setDepositAddressActive(
  state: DepositAddressState,
  command: { readonly symbol: string; readonly network: string; readonly isActive: boolean },
  { by, at }: Facts,
): Decision<DepositAddressEvent> {
  const { symbol, network, isActive } = command
  if (state.version === 0) return refuse('address.unknown', { symbol, network })
  if (state.isActive === isActive) return refuse('address.unchanged')
  return {
    type: isActive ? 'DepositAddressActivated' : 'DepositAddressDeactivated',
    data: { symbol, network, address: state.address, changedBy: by, changedAt: at },
  }
}
