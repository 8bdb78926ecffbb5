import type { Aggregate, Decision } from '#server/events/decider.ts'
import {
  type EarlierProposal,
  type HasEarlierProposals,
  withDecided,
} from '#server/reviews/decide-proposal.ts'
import type { MayNeedSecondApproval } from '#server/reviews/decide-review.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { ALONE_WAIT_MS, networkRefusalOf } from '#shared/rules/deposit-addresses.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import {
  type DepositAddressEvent,
  type DepositAddressProposed,
  depositAddressEvents,
} from './events.ts'

/** What users were offered from a point in time until the next version. */
interface AddressVersion {
  readonly version: number
  readonly address: string
  readonly isActive: boolean
  readonly changedAt: Instant
  readonly changedBy: string
  /** Missing if one person was enough. */
  readonly proposedBy?: string
}

type Proposed = Pick<
  DepositAddressProposed['data'],
  'change' | 'previousAddress' | 'address' | 'takesEffectAt'
>

interface EarlierAddress extends EarlierProposal {
  readonly address: string
}

/** The deposit address of one coin on one network, with every earlier version. */
export interface DepositAddressState
  extends MayNeedSecondApproval,
    HasEarlierProposals<EarlierAddress> {
  readonly symbol: string
  readonly network: string
  /** Empty if there is none. */
  readonly address: string
  readonly isActive: boolean
  /** 0 if there is none yet. Incremented by every change; proposals do not count. */
  readonly version: number
  readonly changedAt: Instant
  readonly changedBy: string
  /** Oldest first; the last one is the current one. */
  readonly history: readonly AddressVersion[]
  /** Omitted if nothing waits. */
  readonly proposed?: Proposed
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

/**
 * One stream per coin and network: none → active ⇄ inactive. Only deactivation needs no proposal.
 */
export const depositAddresses: Aggregate<DepositAddressState, DepositAddressEvent> = {
  kind: 'deposit-address',
  events: depositAddressEvents,
  // Since 2, the state keeps the earlier proposals and how they ended.
  shape: 2,
  initial,
  evolve,
  summarise: ({ isActive, version, proposed }) => ({
    status: statusOf(version, isActive),
    waiting: proposed !== undefined,
  }),
}

function statusOf(version: number, isActive: boolean): string {
  if (version === 0) return 'none'
  return isActive ? 'active' : 'inactive'
}

/** The stream of one coin's address: "deposit-address-USDT-TRC20". */
export function depositAddressId(symbol: string, network: string): string {
  return `${symbol}-${network}`
}

function evolve(state: DepositAddressState, event: DepositAddressEvent): DepositAddressState {
  const { proposed: waiting, firstApproval: _first, ...settled } = state
  switch (event.type) {
    case 'DepositAddressProposed': {
      const { symbol, network, firstApproval, ...proposed } = event.data
      return { ...settled, symbol, network, firstApproval, proposed: picked(proposed) }
    }
    case 'DepositAddressProposalDropped': {
      const { droppedBy: decidedBy, droppedAt: decidedAt } = event.data
      const by = { outcome: 'rejected', decidedBy, decidedAt } as const
      return { ...settled, earlier: withEnded(state, waiting?.address ?? '', by) }
    }
    // It is immediate, so a proposal remains pending.
    case 'DepositAddressDeactivated':
      return withVersion(state, event.data, false)
    default: {
      const isActive = event.type === 'DepositAddressChanged' ? state.isActive : true
      const { address, changedBy: decidedBy, changedAt: decidedAt } = event.data
      const by = { outcome: 'applied', decidedBy, decidedAt } as const
      const earlier = withEnded(state, address, by)
      return withVersion({ ...settled, earlier }, event.data, isActive)
    }
  }
}

function withEnded(
  state: DepositAddressState,
  address: string,
  by: Pick<EarlierAddress, 'outcome' | 'decidedBy' | 'decidedAt'>,
): readonly EarlierAddress[] {
  return withDecided(state, { ...by, address, reason: null })
}

function picked({ change, previousAddress, address, takesEffectAt }: Proposed): Proposed {
  return { change, previousAddress, address, takesEffectAt }
}

type Change = Exclude<
  DepositAddressEvent,
  { type: 'DepositAddressProposed' | 'DepositAddressProposalDropped' }
>['data']

function withVersion(
  state: DepositAddressState,
  { symbol, network, address, changedAt, changedBy, proposedBy }: Change,
  isActive: boolean,
): DepositAddressState {
  const version = state.version + 1
  const current = { version, address, isActive, changedAt, changedBy }
  const entry = proposedBy === undefined ? current : { ...current, proposedBy }
  return { ...state, ...current, symbol, network, history: [...state.history, entry] }
}

export interface Facts {
  /** The member of staff. */
  readonly by: string
  readonly at: Instant
}

export interface ProposalFacts extends Facts {
  /** Whether there is no other member of staff who could approve. */
  readonly isAlone: boolean
}

interface Place {
  readonly symbol: string
  readonly network: string
}

export interface NameAddress extends Place {
  readonly address: string
  /** Whether the address passes its network's checksum. */
  readonly isWellFormed: boolean
  /** Whether a customer withdraws to it, or has it in their address book. */
  readonly isOfCustomer: boolean
}

/**
 * Proposes the first address for one coin on one network.
 *
 * State    none, with a proposal
 * Refuses  address.network_unsupported, address.exists, address.malformed, address.of_customer,
 *          address.waiting: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function addDepositAddress(
  state: DepositAddressState,
  command: NameAddress,
  facts: ProposalFacts,
): Decision<DepositAddressEvent> {
  const { symbol, network } = command
  const unsupported = networkRefusalOf(command)
  if (unsupported) return unsupported
  if (state.version > 0) return refuse('address.exists', { symbol, network })
  return addressRefusal(state, command) ?? proposal(state, { ...command, change: 'add' }, facts)
}

/**
 * Proposes another address for one coin; deposits to the old one are then flagged, not refused.
 *
 * State    active and inactive stay as they are, with a proposal
 * Refuses  address.network_unsupported, address.unknown, address.malformed, address.of_customer,
 *          address.unchanged, address.waiting: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function changeDepositAddress(
  state: DepositAddressState,
  command: NameAddress,
  facts: ProposalFacts,
): Decision<DepositAddressEvent> {
  const { symbol, network, address } = command
  const unsupported = networkRefusalOf(command)
  if (unsupported) return unsupported
  if (state.version === 0) return refuse('address.unknown', { symbol, network })
  const refused = addressRefusal(state, command)
  if (refused) return refused
  if (isSameAddress(state.address, address)) return refuse('address.unchanged')
  return proposal(state, { ...command, change: 'change' }, facts)
}

function addressRefusal(state: DepositAddressState, command: NameAddress): Refusal | undefined {
  if (!command.isWellFormed) return refuse('address.malformed', { network: command.network })
  return customerRefusal(state, command)
}

/**
 * A customer who saves an address of ours does not prevent us from using it again.
 *
 * Refuses  address.of_customer
 */
export function customerRefusal(
  { history }: DepositAddressState,
  { address, isOfCustomer }: Pick<NameAddress, 'address' | 'isOfCustomer'>,
): Refusal | undefined {
  if (!isOfCustomer) return undefined
  const wasOurs = history.some((version) => isSameAddress(version.address, address))
  return wasOurs ? undefined : refuse('address.of_customer')
}

/**
 * Deactivates an address at once, or proposes to reactivate it: its key may have leaked since, so
 * this needs two people, like a new address.
 *
 * State    active → inactive; inactive stays as it is, with a proposal
 * Refuses  address.unknown, address.unchanged, address.waiting: first match wins
 * Source   docs/product.md, Deposit addresses
 */
export function setDepositAddressActive(
  state: DepositAddressState,
  command: Place & { readonly isActive: boolean },
  facts: ProposalFacts,
): Decision<DepositAddressEvent> {
  const { symbol, network, isActive } = command
  const { address } = state
  if (state.version === 0) return refuse('address.unknown', { symbol, network })
  if (state.isActive === isActive) return refuse('address.unchanged')
  if (isActive) return proposal(state, { symbol, network, address, change: 'activate' }, facts)
  return {
    type: 'DepositAddressDeactivated',
    data: { symbol, network, address, changedBy: facts.by, changedAt: facts.at },
  }
}

interface Asked
  extends Pick<DepositAddressProposed['data'], 'symbol' | 'network' | 'address' | 'change'> {}

/**
 * A proposal waits for another member of staff, or for a day if there is no other.
 *
 * State    as it was, with a proposal
 * Refuses  address.waiting
 * Source   docs/product.md, Deposit addresses
 */
function proposal(
  state: DepositAddressState,
  { symbol, network, address, change }: Asked,
  { by, at, isAlone }: { readonly by: string; readonly at: Instant; readonly isAlone: boolean },
): Decision<DepositAddressEvent> {
  if (state.proposed) return refuse('address.waiting', { symbol, network })
  return {
    type: 'DepositAddressProposed',
    data: {
      symbol,
      network,
      change,
      previousAddress: state.address,
      address,
      // An address has no monetary value: every proposal needs two people.
      firstApproval: {
        approvedBy: by,
        approvedAt: at,
        notes: null,
        value: null,
        above: '0',
        ticks: [],
      },
      takesEffectAt: isAlone ? instantOf(epochMsOf(at) + ALONE_WAIT_MS) : null,
    },
  }
}
