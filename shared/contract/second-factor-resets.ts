import * as z from 'zod/mini'
import { post } from '#shared/contract/define-route.ts'
import {
  idField,
  instantField,
  textField,
  userIdParams,
  userNames,
} from '#shared/contract/fields.ts'
import { approvalFields } from '#shared/contract/reviews.ts'

/** A lost second factor is reset by two members of staff. Source: docs/product.md, Second factor. */

export const RESET_REASON_MAX = 500

export const requestSecondFactorReset = post('/admin/user-management/reset-second-factor', {
  summary: 'Request the reset of a lost second factor; another member of staff approves it',
  access: 'users.manage',
  stepUp: 'always',
  offline: 'refuse',
  body: z.object({ userId: idField, reason: textField(RESET_REASON_MAX) }),
})

export const reviewSecondFactorReset = post(
  '/admin/user-management/second-factor-resets/:userId/review',
  {
    summary: 'Reset a second factor as another member of staff asked, or drop the request',
    access: 'users.manage',
    stepUp: 'always',
    offline: 'refuse',
    params: userIdParams,
    body: z.object({
      action: z.enum(['approve', 'reject']),
      /** The `requested_at` that the reviewer saw; refused if it has changed. */
      requestedAt: z.string().check(z.maxLength(40)),
    }),
  },
)

export const secondFactorReset = z.object({
  ...approvalFields,
  user: z.extend(userNames, { id: idField }),
  reason: z.string(),
  requested_at: instantField,
  /** Whether the user still has a second factor; absent from an earlier server. */
  is_on: z.optional(z.boolean()),
  /** When the factor or a passkey was last used; absent from an earlier server. */
  used_at: z.optional(z.nullable(instantField)),
})
export type SecondFactorReset = z.infer<typeof secondFactorReset>
