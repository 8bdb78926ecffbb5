import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'

/** Figures of the admin dashboard. Source: docs/product.md, Dashboard. */

export const adminStats = z.object({
  total: z.number(),
  /** Signed up within the last 7 days. */
  newSignups: z.number(),
  active: z.number(),
})

export const readAdminStats = get('/api/admin/stats', {
  summary: 'How many users there are, are new, and are active',
  access: 'dashboard.read',
  answer: adminStats,
})
