import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import {
  amountField,
  claimedStatus,
  claimedUserId,
  decimalField,
  idField,
  instantField,
  pageFields,
  textField,
  userDetails,
} from '#shared/contract/fields.ts'
import { approvalFields, reachedField, reviewResponse } from '#shared/contract/reviews.ts'
import { SPOT_PAIRS, SPOT_STATUSES } from '#shared/rules/spot-orders.ts'

/** Spot orders, by the user and by staff. Source: docs/product.md, Spot orders. */

/** A recorded price that quoted or executed an order. */
export const spotTick = z.object({
  id: z.string(),
  source: z.string(),
  price: decimalField,
  /** When the platform recorded it. */
  at: instantField,
})

/** What an order is bound to and what became of it, for its owner and for staff. */
const terms = {
  type: z.enum(['limit', 'market']),
  /** In the base asset; where the order spends all it holds, what that bought at the quote. */
  amount: decimalField,
  /** A market buy that spends all it holds, for as much as that buys. */
  spendsAll: z.boolean(),
  /** The limit; null for a market order. */
  price: z.nullable(decimalField),
  /** The quote of a market order, and its recorded price; null for a limit order. */
  quotedPrice: z.nullable(decimalField),
  quoteTick: z.nullable(spotTick),
  /** How far from its price it may be approved, in percent; left out by earlier servers. */
  movePercentMax: z.optional(z.number()),
  /** What the order holds frozen, or held: quote asset for a buy, base asset for a sell. */
  held: decimalField,
  heldSymbol: z.string(),
  executedPrice: z.nullable(decimalField),
  /** In the base asset; null, as all below, unless it was executed. */
  executedAmount: z.nullable(decimalField),
  /** Of what it held. */
  spent: z.nullable(decimalField),
  received: z.nullable(decimalField),
  receivedSymbol: z.string(),
  /** The recorded price that decided; null also in the oldest orders. */
  executionTick: z.nullable(spotTick),
  /** What it held and is available again: the rest, or all if it was rejected or cancelled. */
  returned: z.nullable(decimalField),
  reason: z.nullable(z.string()),
  createdAt: instantField,
} as const

export const spotTrade = z.object({
  id: idField,
  userId: idField,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  ...terms,
  status: z.enum(SPOT_STATUSES),
  updatedAt: instantField,
  /** Hidden by staff: listed only with `archived`, once its owner has seen its result. */
  archived: z.boolean(),
})
export type SpotTrade = z.infer<typeof spotTrade>

export const listTrades = get('/api/trades/:userId', {
  summary: 'Spot orders of one user, newest first',
  access: 'own',
  query: z.object({
    state: z.optional(z.enum(['current', 'history'])),
    archived: z.optional(z.enum(['true', 'false'])),
    ...pageFields,
  }),
  response: z.array(spotTrade),
})

export const placeTrade = post('/api/trades', {
  summary: 'Place a spot order; it waits for approval',
  access: 'user',
  /** A limit order may wait; the form refuses to queue a market order. */
  offline: 'queue',
  seenFields: ['priceId'],
  body: z.object({
    userId: claimedUserId,
    symbol: z.enum(SPOT_PAIRS),
    side: z.enum(['buy', 'sell']),
    /** Absent: limit where a price is given, else market. */
    type: z.optional(z.enum(['limit', 'market'])),
    /** In the base asset. */
    amount: z.optional(amountField),
    /** Instead of the amount, for a market buy: spend all of this, for as much as it buys. */
    spend: z.optional(amountField),
    /** The limit; for a market order the price that the user saw, refused if it has changed. */
    price: z.optional(z.nullable(amountField)),
    /** For a market order: the id of the price that the user saw. */
    priceId: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w:-]+$/))),
    status: claimedStatus,
  }),
  response: spotTrade,
})

export const cancelTrade = put('/api/trades/:id/cancel', {
  summary: "Cancel one of the caller's pending orders",
  access: 'user',
  whenDisabled: 'allowed',
  offline: 'queue',
  joinsWaiting: true,
  response: spotTrade,
})

/** What spot orders and futures trades can be filtered by; pending: those that open, too. */
const ORDER_STATUSES = [
  'pending_approval',
  'executed',
  'cancelled',
  'pending',
  'completed',
  'rejected',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** An order as the dashboard shows it, or a futures trade as one: its stake is the amount. */
export const adminOrder = z.object({
  id: idField,
  market: z.enum(['spot', 'futures']),
  symbol: z.string(),
  side: z.enum(['buy', 'sell', 'long', 'short']),
  ...terms,
  status: z.string(),
  /** Of a futures trade that is over. */
  result: z.nullable(z.enum(['win', 'loss', 'tie', 'void'])),
  /** Of a futures trade, in seconds. */
  duration: z.nullable(z.number()),
  reviewedAt: z.nullable(instantField),
  reviewedBy: z.nullable(z.string()),
  ...approvalFields,
  userDetails,
})
export type AdminOrder = z.infer<typeof adminOrder>

export const listPendingOrders = get('/api/admin/pending-orders', {
  summary: 'Orders that wait for approval, oldest first',
  access: 'reviews.read',
  query: z.object({ reached: reachedField, ...pageFields }),
  response: z.array(adminOrder),
})

export const listAllOrders = get('/api/admin/all-orders', {
  summary: 'Every spot order and futures trade, newest first',
  access: 'reviews.read',
  query: z.object({
    /** Found in e-mail, name or id of the user. */
    search: z.optional(textField(120, 0)),
    market: z.optional(z.enum(['spot', 'futures'])),
    status: z.optional(z.enum(ORDER_STATUSES)),
    ...pageFields,
  }),
  response: z.array(adminOrder),
})

export const approveOrder = put('/api/admin/orders/:id/approve', {
  summary: 'Approve an order: it executes at once, above the set amount with a second approval',
  access: 'orders.review',
  stepUp: 'decided',
  response: reviewResponse,
})

export const rejectOrder = put('/api/admin/orders/:id/reject', {
  summary: 'Reject an order: the frozen amount is available again',
  access: 'orders.review',
  body: z.optional(z.nullable(z.object({ reason: z.optional(textField(1000, 0)) }))),
  response: reviewResponse,
})

declare module '#shared/rules/permissions.ts' {
  interface ReviewPermissions {
    'orders.review': true
  }
}
