import * as z from 'zod/mini'
import {
  decimalField,
  idField,
  instantField,
  messageResponse,
  textField,
  userIdParams,
} from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'
import { withdrawalStatus } from '#shared/contract/withdrawals.ts'

/** Deposits and withdrawals in one list. Source: docs/product.md, Transactions. */

export const transactionEntry = z.object({
  id: idField,
  /** Each feature names its own. */
  type: z.string(),
  title: z.string(),
  symbol: z.string(),
  /** Where it was sent, and on which network. */
  network: z.string(),
  address: z.string(),
  amount: decimalField,
  /** Only a withdrawal is ever cancelled: by its owner. */
  status: withdrawalStatus,
  created_at: instantField,
  updated_at: instantField,
  admin_notes: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  require_reverification: z.boolean(),
  screenshot_url: z.nullable(z.string()),
  /** A result that the user has not acknowledged yet. */
  isNew: z.boolean(),
  /** Hidden by staff: left out unless archived entries are asked for. */
  archived: z.boolean(),
})
export type TransactionEntry = z.infer<typeof transactionEntry>

export const listTransactions = defineRoute({
  method: 'GET',
  path: '/api/transactions/:userId',
  summary: 'Deposits and withdrawals of one user, newest first',
  tag: 'transactions',
  access: 'own',
  params: userIdParams,
  query: z.object({
    type: z.optional(textField(40)),
    archived: z.optional(z.enum(['true', 'false'])),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    /** The id of the last one of the page before. */
    before: z.optional(idField),
  }),
  answer: z.array(transactionEntry),
})

export const acknowledgeTransaction = defineRoute({
  method: 'POST',
  path: '/api/transactions',
  summary: 'Acknowledge the result of an own deposit or withdrawal: it moves to History',
  tag: 'transactions',
  access: 'user',
  idempotency: 'key',
  whenDisabled: 'allowed',
  offline: 'queue',
  body: z.object({
    type: textField(40),
    id: idField,
    is_new: z.literal(false),
  }),
  answer: messageResponse,
})
