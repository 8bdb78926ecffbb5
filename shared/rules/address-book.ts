import { type Refusal, refuse } from '#shared/refusal.ts'
import { SAVED_ADDRESSES_MAX } from './saved-addresses.ts'
import { isAddressOf, isSameAddress, platformRefusalOf } from './wallet-address.ts'
import { type WithdrawalCoin, type WithdrawalSymbol, withdrawalCoin } from './withdrawals.ts'

/** The fields of an entry that the rules use. */
export interface BookEntry {
  readonly id: string
  readonly label: string
  readonly symbol: string
  readonly address: string
}

export interface SaveAddressCommand {
  readonly label: string
  readonly symbol: WithdrawalSymbol
  readonly network: WithdrawalCoin['network']
  readonly address: string
}

export interface SavingFacts {
  readonly entries: readonly BookEntry[] | undefined
  /** The current and former deposit addresses of the platform; undefined if unknown. */
  readonly platformAddresses: readonly string[] | undefined
}

/**
 * Why an address cannot be saved; undefined if it can.
 *
 * Refuses  withdrawal.network_unsupported, address.malformed, withdrawal.platform_address,
 *          saved_address.exists, saved_address.label_taken, saved_address.full: first match wins;
 *          without `entries` and `platformAddresses` only the first two
 * Source   docs/product.md, Saved addresses
 */
export function refusalOf(
  { label, symbol, network, address }: SaveAddressCommand,
  { entries, platformAddresses }: SavingFacts,
): Refusal | undefined {
  if (withdrawalCoin(symbol).network !== network) {
    return refuse('withdrawal.network_unsupported', { symbol, network })
  }
  if (!isAddressOf(network, address)) return refuse('address.malformed', { network })
  const refused = platformRefusalOf(address, platformAddresses)
  if (refused) return refused
  const known = entries?.find(
    (entry) => entry.symbol === symbol && isSameAddress(entry.address, address),
  )
  if (known) return refuse('saved_address.exists', { label: known.label })
  if (entries?.some((entry) => isSameLabel(entry.label, label))) {
    return refuse('saved_address.label_taken')
  }
  if (entries && entries.length >= SAVED_ADDRESSES_MAX) {
    return refuse('saved_address.full', { maximum: SAVED_ADDRESSES_MAX })
  }
  return undefined
}

/**
 * Why an entry cannot be renamed; undefined if it can.
 *
 * Refuses  item.unknown, saved_address.label_taken (also by its own label): first match wins
 * Source   docs/product.md, Saved addresses
 */
export function renameRefusalOf(
  { id, label }: Pick<BookEntry, 'id' | 'label'>,
  { entries }: { readonly entries: readonly BookEntry[] },
): Refusal | undefined {
  const entry = entries.find((each) => each.id === id)
  if (!entry) return refuse('item.unknown')
  const isTaken = entries.some((each) => each !== entry && isSameLabel(each.label, label))
  return isTaken || entry.label === label ? refuse('saved_address.label_taken') : undefined
}

/** Labels that differ only in case would be confused. */
function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
