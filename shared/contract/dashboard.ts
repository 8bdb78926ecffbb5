import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { decimalField } from '#shared/contract/fields.ts'

/** Figures of the admin dashboard. Source: docs/product.md, Dashboard. */

export const adminStats = z.object({
  total: z.number(),
  /** Signed up within the last 7 days. */
  newSignups: z.number(),
  active: z.number(),
  /** USD: approvals above it wait for a second member of staff, and there is none. */
  secondPersonMissingAbove: z.nullable(decimalField),
  /** Withdrawals whose sending was started hours ago, without a recorded outcome. */
  sendingOverdue: z.optional(z.number()),
})

export const readAdminStats = get('/api/admin/stats', {
  summary: 'How many users there are, and what staff must look into',
  access: 'dashboard.read',
  response: adminStats,
})
