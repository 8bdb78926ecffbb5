import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  balanceField,
  decimalField,
  idField,
  pageFields,
  symbolField,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { approvalFields, reviewResponse, takesEffectField } from '#shared/contract/reviews.ts'
import { ADJUSTMENT_REASON_MAX } from '#shared/rules/adjustments.ts'

/** What staff change in a user's balances. Source: docs/product.md, Adjustments. */

const edited = z.optional(
  z.object({
    /** The new available amount. */
    available: balanceField,
    /** The available amount that staff saw; refused if it has changed. */
    was: balanceField,
  }),
)

/** The user reads it. Optional here: the decider refuses its absence. */
const reason = z.optional(textField(ADJUSTMENT_REASON_MAX, 0))

/** For each asset: signed. */
const changes = z.array(z.object({ symbol: symbolField, amount: decimalField }))

const adjusted = z.object({
  ...reviewResponse.shape,
  /** What changed, or will change after the second approval. */
  changes,
})

export const updatePortfolio = post('/admin/user-management/update-portfolio', {
  summary: 'Set what a user has available of BTC, ETH and USDT, with a reason',
  access: 'balances.adjust',
  stepUp: 'decided',
  offline: 'refuse',
  body: z.object({
    userId: idField,
    reason,
    balances: z.object({ BTC: edited, ETH: edited, USDT: edited }),
    takesEffect: takesEffectField,
  }),
  seenFields: ['takesEffect'],
  response: adjusted,
})

export const resetPortfolio = post('/admin/user-management/reset-portfolio', {
  summary: 'Set everything that a user has available to zero; what is frozen stays',
  access: 'balances.adjust',
  stepUp: 'decided',
  offline: 'refuse',
  body: z.object({
    userId: idField,
    reason,
    /**
     * The available amounts that staff saw, optionally including zeros; refused if one has changed.
     * If absent, all current balances are taken.
     */
    was: z.optional(z.partialRecord(symbolField, balanceField)),
    takesEffect: takesEffectField,
  }),
  seenFields: ['takesEffect'],
  response: adjusted,
})

/** Without amounts: a reset to zero. */
export const weighAdjustment = get('/admin/user-management/adjustments/:userId/approval', {
  summary: 'Whether an adjustment, made now, would wait for a second approval',
  access: 'balances.adjust',
  /** The new available amounts. */
  query: z.object({
    BTC: z.optional(balanceField),
    ETH: z.optional(balanceField),
    USDT: z.optional(balanceField),
  }),
  response: z.object(approvalFields),
})

/** An adjustment proposed by one member of staff that awaits its second approval. */
export const waitingAdjustment = z.object({
  ...approvalFields,
  user: z.extend(userNames, { id: idField }),
  purpose: z.enum(['edit', 'reset']),
  changes,
  reason: z.string(),
})
export type WaitingAdjustment = z.infer<typeof waitingAdjustment>

export const listWaitingAdjustments = get('/admin/user-management/adjustments', {
  summary: 'Adjustments that await their second approval, oldest first',
  access: 'users.read',
  /** `before` is the id of the last user; `of` asks for the one of this user. */
  query: z.object({ of: z.optional(idField), ...pageFields }),
  response: z.array(waitingAdjustment),
})

export const reviewAdjustment = post('/admin/user-management/adjustments/:userId/review', {
  summary: 'Carry out or drop an adjustment that another member of staff proposed',
  access: 'balances.adjust',
  stepUp: 'decided',
  offline: 'refuse',
  body: z.object({
    action: z.enum(['approve', 'reject']),
    /** The `first_approval.at` that the reviewer saw; refused if it has changed. */
    proposedAt: z.string().check(z.maxLength(40)),
  }),
})
