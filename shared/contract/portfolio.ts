import * as z from 'zod/mini'
import { decimalField, idField, userIdParams } from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'

/** What a user holds. Source: spec 1 §3 portfolio entry, §7. */

export const portfolioEntry = z.object({
  user_id: idField,
  symbol: z.string(),
  available: decimalField,
  frozen: decimalField,
})

export const readPortfolio = defineRoute({
  method: 'GET',
  path: '/api/portfolio/:userId',
  summary: 'Available and frozen amounts; the USDT row always exists',
  tag: 'portfolio',
  access: 'own',
  params: userIdParams,
  answer: z.array(portfolioEntry),
})
