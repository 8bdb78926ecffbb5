import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  decimalField,
  idField,
  instantField,
  pageFields,
  textField,
} from '#shared/contract/fields.ts'
import { withdrawalStatus } from '#shared/contract/withdrawals.ts'

/** Deposits, withdrawals and adjustments in one list. Source: docs/product.md, Transactions. */

export const transactionEntry = z.object({
  id: idField,
  /** Each feature names its own. */
  type: z.string(),
  title: z.string(),
  symbol: z.string(),
  /** Where it was sent, and on which network; empty if it stayed here. */
  network: z.string(),
  address: z.string(),
  /** An adjustment that took something has a sign. */
  amount: decimalField,
  /** Only withdrawals are cancelled, by their owner. */
  status: withdrawalStatus,
  /** A withdrawal that staff work on: its owner cannot cancel it. */
  in_review: z.boolean(),
  created_at: instantField,
  updated_at: instantField,
  admin_notes: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  require_reverification: z.boolean(),
  screenshot_url: z.nullable(z.string()),
  /** Decided and not acknowledged yet. */
  isNew: z.boolean(),
  /** Hidden by staff: left out, once it is not new, unless archived entries are asked for. */
  archived: z.boolean(),
})
export type TransactionEntry = z.infer<typeof transactionEntry>

export const listTransactions = get('/api/transactions/:userId', {
  summary: 'Deposits, withdrawals and adjustments of one user, newest first',
  access: 'own',
  query: z.object({
    /** Absent or empty: every type. */
    type: z.optional(textField(40, 0)),
    archived: z.optional(z.enum(['true', 'false'])),
    /** Only results to acknowledge, or only the rest; default: both. */
    new: z.optional(z.enum(['true', 'false'])),
    ...pageFields,
  }),
  response: z.array(transactionEntry),
})

export const countNewTransactions = get('/api/transactions/:userId/new', {
  summary: 'How many results a user has yet to acknowledge',
  access: 'own',
  response: z.object({ count: z.number() }),
})

export const acknowledgeTransaction = post('/api/transactions', {
  summary:
    "Acknowledge the result of one of the caller's deposits or withdrawals: it moves to History",
  access: 'user',
  whenDisabled: 'allowed',
  offline: 'queue',
  joinsWaiting: true,
  body: z.object({
    type: textField(40),
    id: idField,
    is_new: z.literal(false),
  }),
})
