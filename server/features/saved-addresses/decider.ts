import type { SavedAddressEvent } from '#server/events/catalog/saved-addresses.ts'
import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { DepositNetwork } from '#shared/rules/deposits.ts'
import { SAVED_ADDRESSES_MAX } from '#shared/rules/saved-addresses.ts'
import { isAddressOf, isSameAddress } from '#shared/rules/wallet-address.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import type { Instant } from '#shared/time.ts'

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
 * A user keeps an address under a label. Neither stands in the book twice.
 *
 * State    one entry more, at the end
 * Refuses  withdrawal.network_unsupported, address.malformed, saved_address.exists,
 *          saved_address.label_taken, saved_address.full: first match wins
 */
export function saveAddress(
  { entries }: AddressBookState,
  command: SaveAddress,
  at: Instant,
): Decision<SavedAddressEvent> {
  const { symbol, network, address } = command
  if (withdrawalCoin(symbol).network !== network) {
    return refuse('withdrawal.network_unsupported', { symbol, network })
  }
  if (!isAddressOf(network, address)) return refuse('address.malformed', { network })
  const known = entries.find(
    (entry) => entry.symbol === symbol && isSameAddress(entry.address, address),
  )
  if (known) return refuse('saved_address.exists', { label: known.label })
  if (isTaken(entries, command)) return refuse('saved_address.label_taken')
  if (entries.length >= SAVED_ADDRESSES_MAX) {
    return refuse('saved_address.full', { maximum: SAVED_ADDRESSES_MAX })
  }
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
  const entry = entries.find((each) => each.id === id)
  if (!entry) return refuse('item.unknown')
  if (entry.label === label) return refuse('saved_address.label_taken')
  if (isTaken(entries, { id, label })) return refuse('saved_address.label_taken')
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

/** Labels that differ in case alone would be taken for each other. */
function isTaken(
  entries: readonly AddressEntry[],
  { id, label }: Pick<AddressEntry, 'id' | 'label'>,
): boolean {
  const wanted = label.toLowerCase()
  return entries.some((entry) => entry.id !== id && entry.label.toLowerCase() === wanted)
}
