import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { refusalOf, renameRefusalOf } from '#shared/rules/address-book.ts'
import type { DepositNetwork } from '#shared/rules/deposits.ts'
import {
  type Allowlist,
  allowlistEnd,
  isAllowlistOn,
  usableAfter,
} from '#shared/rules/withdrawal-allowlist.ts'
import type { WithdrawalSymbol } from '#shared/rules/withdrawals.ts'
import type { Instant } from '#shared/time.ts'
import { type SavedAddressEvent, savedAddressEvents } from './events.ts'

export interface AddressEntry {
  readonly id: string
  readonly label: string
  readonly symbol: WithdrawalSymbol
  readonly network: DepositNetwork
  readonly address: string
  readonly savedAt: Instant
  /** Absent if it was not recorded. */
  readonly usableAt?: Instant
}

/** One user's address book, in the order of saving. */
export interface AddressBookState {
  readonly entries: readonly AddressEntry[]
  /** Missing until it is first turned on. */
  readonly allowlist?: Allowlist
}

/** One stream per user; it begins with the first address. */
export const addressBooks: Aggregate<AddressBookState, SavedAddressEvent> = {
  kind: 'address-book',
  events: savedAddressEvents,
  initial: { entries: [] },
  evolve,
  summarise: () => ({ status: 'open', waiting: false }),
  endsWithOwner: true,
}

function evolve(state: AddressBookState, event: SavedAddressEvent): AddressBookState {
  const { entries } = state
  switch (event.type) {
    case 'AddressSaved':
      return { ...state, entries: [...entries, event.data as AddressEntry] }
    case 'SavedAddressRenamed': {
      const { id, label } = event.data
      const renamed = entries.map((entry) => (entry.id === id ? { ...entry, label } : entry))
      return { ...state, entries: renamed }
    }
    case 'SavedAddressRemoved':
      return { ...state, entries: entries.filter(({ id }) => id !== event.data.id) }
    case 'AllowlistTurnedOn':
      return { ...state, allowlist: { endsAt: null } }
    case 'AllowlistEndSet':
      return { ...state, allowlist: { endsAt: event.data.endsAt } }
  }
}

export type SaveAddress = Omit<AddressEntry, 'savedAt' | 'usableAt'>

/**
 * A user saves an address with a label. Both are unique in the book.
 *
 * State    one more entry, at the end
 * Refuses  withdrawal.network_unsupported, address.malformed, withdrawal.platform_address,
 *          saved_address.exists, saved_address.label_taken, saved_address.full: first match wins
 */
export function saveAddress(
  { entries }: AddressBookState,
  command: SaveAddress,
  {
    at,
    platformAddresses,
  }: { readonly at: Instant; readonly platformAddresses: readonly string[] },
): Decision<SavedAddressEvent> {
  const refused = refusalOf(command, { entries, platformAddresses })
  if (refused) return refused
  return { type: 'AddressSaved', data: { ...command, savedAt: at, usableAt: usableAfter(at) } }
}

/**
 * Gives an address another label.
 *
 * State    the entry keeps its place
 * Refuses  item.unknown, saved_address.label_taken (also for its own label): first match wins
 */
export function renameAddress(
  { entries }: AddressBookState,
  { id, label }: Pick<AddressEntry, 'id' | 'label'>,
  at: Instant,
): Decision<SavedAddressEvent> {
  const refused = renameRefusalOf({ id, label }, { entries })
  if (refused) return refused
  return { type: 'SavedAddressRenamed', data: { id, label, renamedAt: at } }
}

/**
 * Removes an address from the book. Past withdrawals to it keep it.
 *
 * State    one entry fewer
 * Refuses  item.unknown
 */
export function removeAddress(
  { entries }: AddressBookState,
  id: string,
  at: Instant,
): Decision<SavedAddressEvent> {
  if (!entries.some((entry) => entry.id === id)) return refuse('item.unknown')
  return { type: 'SavedAddressRemoved', data: { id, removedAt: at } }
}

/**
 * Turns the allowlist on, at once. If it is being turned off, this is cancelled.
 *
 * State    off or ending → on
 * Refuses  allowlist.unchanged
 * Source   docs/product.md, Withdrawal allowlist
 */
export function turnAllowlistOn(
  { allowlist }: AddressBookState,
  at: Instant,
): Decision<SavedAddressEvent> {
  const isOn = isAllowlistOn(allowlist, at) && allowlist?.endsAt === null
  if (isOn) return unchanged('on')
  return { type: 'AllowlistTurnedOn', data: { turnedOnAt: at } }
}

/**
 * Turns the allowlist off. It applies for two more days, during which the owner can notice the mail
 * and cancel the change.
 *
 * State    on → ending
 * Refuses  allowlist.unchanged: it is off, or already being turned off
 * Source   docs/product.md, Withdrawal allowlist
 */
export function turnAllowlistOff(
  { allowlist }: AddressBookState,
  at: Instant,
): Decision<SavedAddressEvent> {
  if (!isAllowlistOn(allowlist, at)) return unchanged('off')
  if (allowlist?.endsAt !== null) return unchanged('ending')
  return { type: 'AllowlistEndSet', data: { setAt: at, endsAt: allowlistEnd(at) } }
}

function unchanged(status: 'on' | 'off' | 'ending') {
  return refuse('allowlist.unchanged', { status })
}
