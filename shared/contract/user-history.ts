import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, pageFields } from '#shared/contract/fields.ts'
import { textShape } from '#shared/contract/text.ts'

/**
 * The histories of one user as staff see them, and hiding them from the user. Nothing is deleted or
 * changed: hidden entries leave the user's lists until they ask for archived ones.
 *
 * Source: docs/product.md, User management
 */

export const historyEntry = z.object({
  id: idField,
  /** Each feature names its own. */
  type: z.string(),
  /** A few words: "Buy BTC/USDT". */
  title: z.string(),
  title_text: z.optional(textShape),
  amount: decimalField,
  symbol: z.string(),
  status: z.string(),
  created_at: instantField,
  /** Hidden from the user. */
  archived: z.boolean(),
  /** Pending or running entries cannot be hidden. */
  is_open: z.boolean(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const historyList = z.enum(['orders', 'futures', 'transactions'])
export type HistoryList = z.infer<typeof historyList>

export const listUserHistory = get('/api/admin/user-history/:userId', {
  summary: 'One history of a user, hidden entries included, newest first',
  access: 'users.read',
  query: z.object({
    list: historyList,
    ...pageFields,
  }),
  response: z.array(historyEntry),
})

/** At most one page. */
const ids = z.optional(z.array(idField).check(z.minLength(1), z.maxLength(200)))

const hide = {
  access: 'histories.hide',
  // Hidden entries stay as they are.
  idempotency: 'natural',
  response: z.object({ message: z.string(), hidden: z.number() }),
} as const

export const hideTradeHistory = post('/api/admin/delete-trade-history', {
  ...hide,
  summary: 'Hide every closed spot order and futures trade of a user; nothing is deleted',
  body: z.object({ userId: idField }),
})

export const hideOrders = post('/api/admin/hide-orders', {
  ...hide,
  summary: 'Hide closed spot orders of a user: the named ones, or all',
  body: z.object({ userId: idField, ids }),
})

export const hideFutures = post('/api/admin/delete-futures-trade-history', {
  ...hide,
  summary: 'Hide closed futures trades of a user: the named ones, or all; nothing is deleted',
  body: z.object({ userId: idField, ids }),
})

export const hideTransactions = post('/api/admin/hide-transactions', {
  ...hide,
  summary: 'Hide decided deposits and withdrawals of a user: the named ones, or all',
  body: z.object({ userId: idField, ids }),
})
