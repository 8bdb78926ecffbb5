import * as z from 'zod/mini'
import { decimalField, idField, instantField, textField } from '#shared/contract/fields.ts'

/** What every request that staff review has in common. Source: docs/product.md, Review desk. */

export const requestStatus = z.enum(['pending', 'approved', 'rejected'])
export type RequestStatus = z.infer<typeof requestStatus>

/** Its owner reads these as well. */
export const resultFields = {
  submitted_at: instantField,
  reviewed_at: z.nullable(instantField),
  admin_notes: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  require_reverification: z.boolean(),
  is_new: z.boolean(),
  hidden_for_user: z.boolean(),
}

/** Above a set amount two members of staff approve. */
export const approvalFields = {
  /** An approval would be the first of two, or is the one that is still missing. */
  needs_second_approval: z.boolean(),
  /** null: nobody has approved, or one person was enough. */
  first_approval: z.nullable(
    z.object({
      user_id: idField,
      /** Name or e-mail; null once the account is deleted. */
      by: z.nullable(z.string()),
      at: instantField,
      notes: z.nullable(z.string()),
      /** USD, at the prices of that moment; null where there was none. */
      value: z.nullable(decimalField),
    }),
  ),
}
export type ApprovalStanding = z.infer<z.ZodMiniObject<typeof approvalFields>>

/** Staff read these. */
export const reviewFields = {
  ...approvalFields,
  reviewed_by: z.nullable(z.string()),
  users: z.object({ full_name: z.string(), email: z.string(), display_id: z.string() }),
}

export const reviewPage = z.object({
  status: z.optional(requestStatus),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  /** The id of the last one of the page before. */
  before: z.optional(idField),
})

export const reviewCounts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
})

export const decisionFields = {
  action: z.enum(['approve', 'reject']),
  adminNotes: z.optional(textField(2000, 0)),
  rejectionReason: z.optional(textField(1000, 0)),
}

export const reviewAnswer = z.object({
  message: z.string(),
  /** Given where the approval was the first of two: nothing has moved yet. */
  awaits_second_approval: z.optional(z.literal(true)),
})

/** What the first of two approvals answers. */
export const AWAITS_SECOND_APPROVAL =
  'Approved. A second person must approve it as well before it takes effect.'
