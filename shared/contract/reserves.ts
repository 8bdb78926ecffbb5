import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/contract/define-route.ts'
import {
  amountField,
  decimalField,
  idField,
  instantField,
  messageResponse,
  networkField as network,
  textField,
} from '#shared/contract/fields.ts'
import { momentField } from '#shared/contract/proven-event.ts'
import { RESERVE_SYMBOLS } from '#shared/rules/reserves.ts'

/** What the operator holds for its users, and what proves it. Source: docs/proofs.md, Reserves. */

const symbol = z.enum(RESERVE_SYMBOLS as [(typeof RESERVE_SYMBOLS)[number]])
const address = textField(120)

export const reserveAddress = z.object({
  id: idField,
  symbol: z.string(),
  network: z.string(),
  address: z.string(),
  /** What the key of the address has signed; anyone can check it with a wallet. */
  message: z.string(),
  signature: z.string(),
  added_at: instantField,
  /** Null until it is entered. */
  balance: z.nullable(
    z.object({
      amount: decimalField,
      /** When the address held it. */
      as_of: instantField,
      /** Where it was read, such as the name of an explorer. */
      source: z.string(),
    }),
  ),
})
export type ReserveAddress = z.infer<typeof reserveAddress>

const reserveAsset = z.object({
  symbol: z.string(),
  /** The balances of all its addresses together. */
  reserves: decimalField,
  /** The oldest of those balances; null if an address has none. */
  reserves_as_of: z.nullable(instantField),
  /** What users own, as published last; null if nothing was published. */
  liabilities: z.nullable(decimalField),
  liabilities_as_of: z.nullable(instantField),
})

export const reserves = z.object({
  assets: z.array(reserveAsset),
  addresses: z.array(reserveAddress),
})
export type Reserves = z.infer<typeof reserves>

export const readReserves = get('/log/reserves.json', {
  summary: 'Reserves beside liabilities per asset, and the addresses with their signatures',
  access: 'public',
  response: reserves,
})

export const readReserveMessage = get('/api/admin/reserves/message', {
  summary: 'What the key of an address has to sign today',
  access: 'reserves.manage',
  query: z.object({ address }),
  response: z.object({ message: z.string() }),
})

export const addReserve = post('/api/admin/reserves', {
  summary: 'Add an address of the operator with a signature by its key',
  access: 'reserves.manage',
  offline: 'refuse',
  stepUp: 'always',
  body: z.object({
    symbol,
    network,
    address,
    message: textField(400),
    signature: textField(1_000),
  }),
  response: z.extend(messageResponse, { id: idField }),
})

export const enterReserveBalance = put('/api/admin/reserves/:id/balance', {
  summary: 'Enter what an address holds, when, and where that was read',
  access: 'reserves.manage',
  offline: 'refuse',
  stepUp: 'always',
  body: z.object({ amount: amountField, asOf: momentField, source: textField(120) }),
})

export const removeReserve = del('/api/admin/reserves/:id', {
  summary: 'Remove an address from the reserves',
  access: 'reserves.manage',
  offline: 'refuse',
  stepUp: 'always',
})
