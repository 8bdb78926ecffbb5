import * as z from 'zod/mini'
import {
  decimalField,
  idField,
  instantField,
  messageResponse,
  pageFields,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { SECOND_PERSON_REASONS } from '#shared/rules/second-approval.ts'
import { msg } from '#shared/text/t.ts'

/** What all reviewed requests have in common. Source: docs/product.md, Review desk. */

export const requestStatus = z.enum(['pending', 'approved', 'rejected'])
export type RequestStatus = z.infer<typeof requestStatus>

/** Shown to the owner as well. */
export const resultFields = {
  submitted_at: instantField,
  reviewed_at: z.nullable(instantField),
  admin_notes: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  require_reverification: z.boolean(),
  is_new: z.boolean(),
  hidden_for_user: z.boolean(),
}

/** Source: docs/product.md, Second approval. */
export const approvalFields = {
  /** The next approval is the first or the second of two. */
  needs_second_approval: z.boolean(),
  /** Why; null if one approval is enough, and for first approvals that recorded none. */
  second_approval_reason: z.nullable(z.enum(SECOND_PERSON_REASONS)),
  /** Two are needed, and no other member of staff could give the second. */
  second_person_missing: z.boolean(),
  /** null: not approved, or a single approval was enough. */
  first_approval: z.nullable(
    z.object({
      user_id: idField,
      /** Name or e-mail; null once the account is deleted. */
      by: z.nullable(z.string()),
      at: instantField,
      notes: z.nullable(z.string()),
      /** USD, at the prices of that moment; null without a price. */
      value: z.nullable(decimalField),
    }),
  ),
}
export type ApprovalStanding = z.infer<z.ZodMiniObject<typeof approvalFields>>

/** For staff only. */
export const reviewFields = {
  ...approvalFields,
  reviewed_by: z.nullable(z.string()),
  users: userNames,
}

export const reviewPage = z.object({
  status: z.optional(requestStatus),
  ...pageFields,
})

/** Only limit orders that can be approved at the live price. */
export const reachedField = z.optional(z.literal('true'))

export const reviewCounts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
})

/**
 * Whether the reviewer saw that their approval takes effect, alone or as the second; refused if
 * this is no longer true.
 */
export const takesEffectField = z.optional(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])]),
    z.transform((value) => String(value) === 'true'),
  ),
)

export const decisionFields = {
  action: z.enum(['approve', 'reject']),
  takesEffect: takesEffectField,
  adminNotes: z.optional(textField(2000, 0)),
  rejectionReason: z.optional(textField(1000, 0)),
}

export const reviewResponse = z.extend(messageResponse, {
  /** Set after the first of two approvals: nothing has moved yet. */
  awaits_second_approval: z.optional(z.literal(true)),
})

/** The response to the first of two approvals. */
export const AWAITS_SECOND_APPROVAL = msg(
  'Approved. A second person must approve it as well before it takes effect.',
)

/** The response to a proposal that needs two approvals, of which it is the first. */
export const PROPOSED = msg('Proposed. A second person must approve it before it takes effect.')

/** The same if the installation has one member of staff, with instructions to add another. */
export const PROPOSED_ALONE = msg(
  'Proposed. A second person must approve it before it takes effect. No other member of staff can give the second approval. To add one, run npm run grant -- EMAIL admin REASON on the server.',
)

/** As above, for an approval. */
export const SECOND_PERSON_MISSING = msg(
  'Approved. A second person must approve it as well before it takes effect. No other member of staff can give the second approval. To add one, run npm run grant -- EMAIL admin REASON on the server.',
)
