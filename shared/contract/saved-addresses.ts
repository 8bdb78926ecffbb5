import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/contract/define-route.ts'
import { idField, instantField, networkField, textField } from '#shared/contract/fields.ts'
import { DEPOSIT_NETWORKS } from '#shared/rules/deposits.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { WALLET_ADDRESS_LENGTH_MAX, WITHDRAWAL_SYMBOLS } from '#shared/rules/withdrawals.ts'

/** A user's address book: the addresses that they send money to, with their own labels. */

const label = textField(ADDRESS_LABEL_LENGTH_MAX)

export const savedAddress = z.object({
  id: idField,
  label: z.string(),
  symbol: z.enum(WITHDRAWAL_SYMBOLS),
  network: z.enum(DEPOSIT_NETWORKS),
  address: z.string(),
  added_at: instantField,
  /** From when an allowlist lets withdrawals go to it. */
  usable_at: instantField,
})
export type SavedAddress = z.infer<typeof savedAddress>

const own = { access: 'user' } as const
const change = { ...own, perMinute: 30 } as const

export const listSavedAddresses = get('/api/saved-addresses', {
  ...own,
  summary: "The caller's address book, by label",
  response: z.array(savedAddress),
})

export const saveAddress = post('/api/saved-addresses', {
  ...change,
  stepUp: 'always',
  summary: 'Save a wallet address with a label',
  offline: 'queue',
  body: z.object({
    label,
    symbol: z.enum(WITHDRAWAL_SYMBOLS),
    network: networkField,
    address: textField(WALLET_ADDRESS_LENGTH_MAX),
  }),
  response: savedAddress,
})

export const renameSavedAddress = put('/api/saved-addresses/:id', {
  ...change,
  summary: 'Give a saved address another label',
  offline: 'queue',
  body: z.object({ label }),
  response: savedAddress,
})

export const removeSavedAddress = del('/api/saved-addresses/:id', {
  ...change,
  // With the allowlist on, the owner could not withdraw to it for a day.
  stepUp: 'always',
  summary: "Remove an address from the caller's address book",
  offline: 'queue',
  joinsWaiting: true,
})
