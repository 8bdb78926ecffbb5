import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import { refusalOf, renameRefusalOf } from '#shared/rules/address-book.ts'
import type { DepositNetwork } from '#shared/rules/deposits.ts'
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
}

/** One user's address book, in the order of saving. */
export interface AddressBookState {
  readonly entries: readonly AddressEntry[]
}

/** One stream per user; it begins with the first address. */
export const addressBooks: Aggregate<AddressBookState, SavedAddressEvent> = {
  kind: 'address-book',
  events: savedAddressEvents,
  initial: { entries: [] },
  evolve,
  summarise: () => ({ status: 'open', waiting: false }),
}

function evolve({ entries }: AddressBookState, event: SavedAddressEvent): AddressBookState {
  switch (event.type) {
    case 'AddressSaved':
      return { entries: [...entries, event.data as AddressEntry] }
    case 'SavedAddressRenamed': {
      const { id, label } = event.data
      return { entries: entries.map((entry) => (entry.id === id ? { ...entry, label } : entry)) }
    }
    case 'SavedAddressRemoved':
      return { entries: entries.filter(({ id }) => id !== event.data.id) }
  }
}

export type SaveAddress = Omit<AddressEntry, 'savedAt'>

/**
 * A user keeps an address under a label. The book holds neither of them twice.
 *
 * State    one entry more, at the end
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
  return { type: 'AddressSaved', data: { ...command, savedAt: at } }
}

/**
 * Another label for the same address.
 *
 * State    the entry keeps its place
 * Refuses  item.unknown, saved_address.label_taken (its own label too): first match wins
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
 * Takes an address out of the book. Withdrawals that went there keep it.
 *
 * State    one entry less
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
