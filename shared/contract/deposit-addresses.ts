import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import { idField, instantField, textField } from '#shared/contract/fields.ts'
import { DEPOSIT_NETWORKS, DEPOSIT_SYMBOLS } from '#shared/rules/deposits.ts'

/** Where users send their deposits. Source: docs/product.md, Deposit addresses. */

const symbol = z.enum(DEPOSIT_SYMBOLS)
/** Networks have two names ("Bitcoin/mainnet"); either half is accepted. */
const network = z.enum([...DEPOSIT_NETWORKS, 'mainnet', 'ethereum'])
const address = textField(120)

export const shownDepositAddress = z.object({
  asset_symbol: z.string(),
  address: z.string(),
  network: z.string(),
  /** Counts up with every change; a deposit request names the one that was shown. */
  version: z.number(),
})
export type ShownDepositAddress = z.infer<typeof shownDepositAddress>

export const listDepositAddresses = get('/api/deposit-addresses', {
  summary: 'The active deposit addresses',
  access: 'user',
  answer: z.object({ addresses: z.array(shownDepositAddress) }),
})

export const showDepositAddress = post('/api/crypto/deposit-address', {
  summary: 'The active address of one coin on one network',
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  body: z.object({ symbol, network }),
  answer: shownDepositAddress,
})

export const depositAddress = z.object({
  id: z.string(),
  asset_symbol: z.string(),
  address: z.string(),
  network: z.string(),
  is_active: z.boolean(),
  version: z.number(),
  updated_at: instantField,
  updated_by: z.nullable(z.string()),
})
export type DepositAddress = z.infer<typeof depositAddress>

export const listDepositAddressesForStaff = get('/api/admin/deposit-addresses', {
  summary: 'Every deposit address, inactive ones too',
  access: 'addresses.read',
  answer: z.object({ addresses: z.array(depositAddress) }),
})

export const depositAddressHistory = get('/api/admin/deposit-addresses/:assetSymbol/history', {
  summary: 'Each version of an address: who set it, when, and what it was before',
  access: 'addresses.read',
  params: z.object({ assetSymbol: symbol }),
  query: z.object({ network: z.optional(network) }),
  answer: z.array(
    z.object({
      version: z.number(),
      address: z.string(),
      network: z.string(),
      is_active: z.boolean(),
      changed_at: instantField,
      changed_by: idField,
      changed_by_name: z.string(),
    }),
  ),
})

export const addDepositAddress = post('/api/admin/deposit-addresses', {
  summary: 'Add a deposit address',
  access: 'addresses.manage',
  body: z.object({ symbol, network, address }),
  answer: z.object({ message: z.string(), address: depositAddress }),
})

export const changeDepositAddress = put('/api/admin/deposit-addresses/:assetSymbol', {
  summary: 'Change the address of a coin',
  access: 'addresses.manage',
  params: z.object({ assetSymbol: symbol }),
  body: z.object({ address, network }),
  answer: z.object({ message: z.string(), address: depositAddress }),
})

export const setDepositAddressActive = put('/api/admin/deposit-addresses/:assetSymbol/active', {
  summary: 'Offer an address to users, or take it away',
  access: 'addresses.manage',
  params: z.object({ assetSymbol: symbol }),
  body: z.object({ network, isActive: z.boolean() }),
})
