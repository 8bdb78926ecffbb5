import * as z from 'zod/mini'
import {
  idField,
  idParams,
  instantField,
  messageResponse,
  textField,
} from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'
import { DEPOSIT_NETWORKS } from '#shared/rules/deposits.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { WALLET_ADDRESS_LENGTH_MAX, WITHDRAWAL_SYMBOLS } from '#shared/rules/withdrawals.ts'

/** The own address book: where a user sends their money, under names of their own. */

const label = textField(ADDRESS_LABEL_LENGTH_MAX)

export const savedAddress = z.object({
  id: idField,
  label: z.string(),
  symbol: z.enum(WITHDRAWAL_SYMBOLS),
  network: z.enum(DEPOSIT_NETWORKS),
  address: z.string(),
  added_at: instantField,
})
export type SavedAddress = z.infer<typeof savedAddress>

const own = { tag: 'withdrawals', access: 'user' } as const

export const listSavedAddresses = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/saved-addresses',
  summary: 'The own address book, by label',
  answer: z.array(savedAddress),
})

export const saveAddress = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/saved-addresses',
  summary: 'Keep a wallet address under a label',
  idempotency: 'key',
  offline: 'queue',
  body: z.object({
    label,
    symbol: z.enum(WITHDRAWAL_SYMBOLS),
    network: z.enum(DEPOSIT_NETWORKS),
    address: textField(WALLET_ADDRESS_LENGTH_MAX),
  }),
  answer: savedAddress,
})

export const renameSavedAddress = defineRoute({
  ...own,
  method: 'PUT',
  path: '/api/saved-addresses/:id',
  summary: 'Give a saved address another label',
  idempotency: 'key',
  offline: 'queue',
  params: idParams,
  body: z.object({ label }),
  answer: savedAddress,
})

export const removeSavedAddress = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/saved-addresses/:id',
  summary: 'Take an address out of the own address book',
  idempotency: 'key',
  offline: 'queue',
  params: idParams,
  answer: messageResponse,
})
