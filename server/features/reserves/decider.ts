import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import { refuse } from '#shared/refusal.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import {
  isReserveNetwork,
  RESERVE_MESSAGE_DAYS,
  type ReserveStatement,
  reserveMessage,
} from '#shared/rules/reserves.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type ReserveEvent, reserveEvents } from './events.ts'

type Events = typeof reserveEvents
type Added = DataOf<Events, 'ReserveAdded'>
type Balance = Pick<DataOf<Events, 'ReserveBalanceEntered'>, 'amount' | 'asOf' | 'source'>

export interface Reserve extends Omit<Added, 'by' | 'at'> {
  readonly addedAt: Instant
  /** Null until a balance is entered. */
  readonly balance: Balance | null
}

export interface ReservesState {
  /** Oldest first. */
  readonly entries: readonly Reserve[]
}

/** The one stream of its kind. */
export const RESERVES_ID = 'all'

function evolve({ entries }: ReservesState, event: ReserveEvent): ReservesState {
  switch (event.type) {
    case 'ReserveAdded': {
      const { by: _by, at: addedAt, ...entry } = event.data
      return { entries: [...entries, { ...entry, addedAt, balance: null }] }
    }
    case 'ReserveBalanceEntered': {
      const { id, amount, asOf, source } = event.data
      const balance = { amount, asOf, source }
      return { entries: entries.map((each) => (each.id === id ? { ...each, balance } : each)) }
    }
    default:
      return { entries: entries.filter(({ id }) => id !== event.data.id) }
  }
}

/** The addresses at which the operator holds user funds. */
export const reserves: Aggregate<ReservesState, ReserveEvent> = {
  kind: 'reserves',
  events: reserveEvents,
  initial: { entries: [] },
  evolve,
  summarise: ({ entries }) => ({ status: entries.length > 0 ? 'shown' : 'none', waiting: false }),
}

interface Facts {
  /** The member of staff. */
  readonly by: string
  readonly at: Instant
}

export interface AddReserve extends Pick<Added, 'id' | 'address' | 'message' | 'signature'> {
  readonly symbol: DepositSymbol
  readonly network: DepositNetwork
  /** Whether the address passes its network's checksum. */
  readonly isWellFormed: boolean
  /** Whether the key of the address has signed the message. */
  readonly isSigned: boolean
}

/**
 * Adds an address whose key has signed today's message, or one of the last days.
 *
 * Refuses  reserve.network_unsupported, address.malformed, reserve.exists, reserve.message_old,
 *          reserve.not_signed: first match wins
 * Source   docs/proofs.md, Reserves
 */
export function addReserve(
  { entries }: ReservesState,
  command: AddReserve,
  { by, at, ...named }: Facts & Pick<ReserveStatement, 'operator' | 'origin'>,
): Decision<ReserveEvent> {
  const { isWellFormed, isSigned, ...entry } = command
  const { symbol, network, address, message } = entry
  if (!isReserveNetwork(symbol, network)) {
    return refuse('reserve.network_unsupported', { symbol, network })
  }
  if (!isWellFormed) return refuse('address.malformed', { network })
  const isKnown = entries.some(
    (each) => each.symbol === symbol && isSameAddress(each.address, address),
  )
  if (isKnown) return refuse('reserve.exists')
  const isOffered = daysBefore(at).some(
    (day) => message === reserveMessage({ ...named, address, day }),
  )
  if (!isOffered) return refuse('reserve.message_old')
  if (!isSigned) return refuse('reserve.not_signed')
  return { type: 'ReserveAdded', data: { ...entry, by, at } }
}

/**
 * Enters the balance of an address.
 *
 * Refuses  item.unknown, reserve.in_future: first match wins
 * Source   docs/proofs.md, Reserves
 */
export function enterBalance(
  { entries }: ReservesState,
  command: Balance & { readonly id: string },
  { by, at }: Facts,
): Decision<ReserveEvent> {
  const entry = entries.find(({ id }) => id === command.id)
  if (!entry) return refuse('item.unknown')
  const asOf = instantOf(epochMsOf(command.asOf))
  if (asOf > at) return refuse('reserve.in_future')
  return { type: 'ReserveBalanceEntered', data: { ...command, ...which(entry), asOf, by, at } }
}

/**
 * Removes an address from the reserves; its history stays in the log.
 *
 * Refuses  item.unknown
 * Source   docs/proofs.md, Reserves
 */
export function removeReserve(
  { entries }: ReservesState,
  id: string,
  { by, at }: Facts,
): Decision<ReserveEvent> {
  const entry = entries.find((each) => each.id === id)
  if (!entry) return refuse('item.unknown')
  return { type: 'ReserveRemoved', data: { id, ...which(entry), by, at } }
}

/** Lets a line of the audit show the address without reading the stream. */
function which({ symbol, network, address }: Pick<Added, 'symbol' | 'network' | 'address'>) {
  return { symbol, network, address }
}

/** The days whose message is still accepted: today and some days before. */
function daysBefore(at: Instant): string[] {
  return Array.from({ length: RESERVE_MESSAGE_DAYS }, (_, days) =>
    instantOf(epochMsOf(at) - days * DAY_MS).slice(0, 10),
  )
}
