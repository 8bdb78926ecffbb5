import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import {
  idField,
  instantField,
  messageResponse,
  networkField as network,
  textField,
} from '#shared/contract/fields.ts'
import { approvalFields } from '#shared/contract/reviews.ts'
import { DEPOSIT_NETWORKS, DEPOSIT_SYMBOLS } from '#shared/rules/deposits.ts'

/** Where users send their deposits. Source: docs/product.md, Deposit addresses. */

const symbol = z.enum(DEPOSIT_SYMBOLS)
/** In a response a network has one name. */
const answeredNetwork = z.enum(DEPOSIT_NETWORKS)
const address = textField(120)

export const shownDepositAddress = z.object({
  asset_symbol: symbol,
  address: z.string(),
  network: answeredNetwork,
  /** Counts up with every change; a deposit request names the one that was shown. */
  version: z.number(),
})
export type ShownDepositAddress = z.infer<typeof shownDepositAddress>

export const listDepositAddresses = get('/api/deposit-addresses', {
  summary: 'The active deposit addresses',
  access: 'user',
  // A disabled user must not send coins that cannot be credited.
  whenDisabled: 'refused',
  response: z.object({ addresses: z.array(shownDepositAddress) }),
})

export const showDepositAddress = post('/api/crypto/deposit-address', {
  summary: 'The active address of one coin on one network',
  access: 'user',
  idempotency: 'natural',
  body: z.object({ symbol, network }),
  response: shownDepositAddress,
})

/** What one member of staff proposes and another one must approve. */
export const addressProposal = z.object({
  ...approvalFields,
  /** The stream's: the case at the review desk. */
  id: z.string(),
  asset_symbol: symbol,
  network: answeredNetwork,
  change: z.enum(['add', 'change', 'activate']),
  /** Empty if there is none yet. */
  previous_address: z.string(),
  address: z.string(),
  /** Whether users are shown the previous one. */
  is_active: z.boolean(),
  proposed_at: instantField,
  /** Name or e-mail; null once the account is deleted. */
  proposed_by: z.nullable(z.string()),
  /** Where there is no second member of staff; null: it waits for one. */
  takes_effect_at: z.nullable(instantField),
})
export type AddressProposal = z.infer<typeof addressProposal>

export const depositAddress = z.object({
  id: z.string(),
  asset_symbol: symbol,
  /** Empty until the first one takes effect. */
  address: z.string(),
  network: answeredNetwork,
  is_active: z.boolean(),
  /** 0 until the first one takes effect. */
  version: z.number(),
  /** Empty until the first one takes effect. */
  updated_at: instantField,
  updated_by: z.nullable(z.string()),
  proposal: z.nullable(addressProposal),
})
export type DepositAddress = z.infer<typeof depositAddress>

export const listDepositAddressesForStaff = get('/api/admin/deposit-addresses', {
  summary: 'Every deposit address, inactive ones too',
  access: 'addresses.read',
  response: z.object({ addresses: z.array(depositAddress) }),
})

export const depositAddressHistory = get('/api/admin/deposit-addresses/:assetSymbol/history', {
  summary: 'Each version of an address: who set it, when, and what it was before',
  access: 'addresses.read',
  params: z.object({ assetSymbol: symbol }),
  query: z.object({ network: z.optional(network) }),
  response: z.array(
    z.object({
      version: z.number(),
      address: z.string(),
      network: answeredNetwork,
      is_active: z.boolean(),
      changed_at: instantField,
      changed_by: idField,
      changed_by_name: z.string(),
      /** Who proposed it; null if one person was enough. */
      proposed_by_name: z.nullable(z.string()),
    }),
  ),
})

const proposed = z.extend(messageResponse, {
  /** Users see no difference until it takes effect. */
  address: depositAddress,
})

export const addDepositAddress = post('/api/admin/deposit-addresses', {
  summary: 'Propose a deposit address; another member of staff approves it',
  access: 'addresses.manage',
  offline: 'refuse',
  stepUp: 'always',
  body: z.object({ symbol, network, address }),
  response: proposed,
})

export const changeDepositAddress = put('/api/admin/deposit-addresses/:assetSymbol', {
  summary: 'Propose another address of a coin; another member of staff approves it',
  access: 'addresses.manage',
  offline: 'refuse',
  stepUp: 'always',
  params: z.object({ assetSymbol: symbol }),
  body: z.object({ address, network }),
  response: proposed,
})

export const setDepositAddressActive = put('/api/admin/deposit-addresses/:assetSymbol/active', {
  summary: 'Stop offering an address to users at once, or propose to offer it again',
  access: 'addresses.manage',
  offline: 'refuse',
  stepUp: 'always',
  params: z.object({ assetSymbol: symbol }),
  body: z.object({ network, isActive: z.boolean() }),
})

export const reviewDepositAddress = post('/api/admin/deposit-addresses/:assetSymbol/review', {
  summary: 'Put into effect what another member of staff proposed, or drop a proposal',
  access: 'addresses.manage',
  offline: 'refuse',
  stepUp: 'always',
  params: z.object({ assetSymbol: symbol }),
  body: z.object({
    network,
    action: z.enum(['approve', 'reject']),
    /** The `proposed_at` that the reviewer saw; refused if it has changed. */
    proposedAt: z.string().check(z.maxLength(40)),
  }),
})
