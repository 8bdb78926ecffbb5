import * as z from 'zod/mini'
import { defineRoute } from '#shared/contract/route.ts'

/** Figures of the admin dashboard. Source: docs/product.md, Dashboard. */

export const adminStats = z.object({
  total: z.number(),
  /** Signed up within the last 7 days. */
  newSignups: z.number(),
  active: z.number(),
})

export const readAdminStats = defineRoute({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'How many users there are, are new, and are active',
  tag: 'dashboard',
  access: 'dashboard.read',
  answer: adminStats,
})
