import * as z from 'zod/mini'
import {
  amountField,
  decimalField,
  idField,
  instantField,
  userIdParams,
} from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'

/**
 * USDT that is locked for a term and comes back with interest.
 *
 * Source: docs/product.md, Staking
 */

export const stakingPosition = z.object({
  id: idField,
  userId: idField,
  symbol: z.string(),
  amount: decimalField,
  /** Percent a year. */
  apy: decimalField,
  /** Days. */
  duration: z.number(),
  startDate: instantField,
  endDate: instantField,
  status: z.enum(['active', 'completed']),
  /** What the term pays, fixed when it began. */
  interest: decimalField,
})
export type StakingPosition = z.infer<typeof stakingPosition>

export const listStakes = defineRoute({
  method: 'GET',
  path: '/api/staking/:userId',
  summary: 'Staking positions of one user, newest first',
  tag: 'staking',
  access: 'own',
  params: userIdParams,
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    /** The id of the last position of the page before. */
    before: z.optional(idField),
  }),
  answer: z.array(stakingPosition),
})

export const openStake = defineRoute({
  method: 'POST',
  path: '/api/staking',
  summary: 'Lock USDT for the term of a plan; principal and interest come back by themselves',
  tag: 'staking',
  access: 'user',
  idempotency: 'key',
  offline: 'queue',
  body: z.object({
    /** A claim: must be the caller's own id where given. */
    userId: z.optional(idField),
    symbol: z.optional(z.literal('USDT')),
    amount: amountField,
    /** Days: names the plan. */
    duration: z.coerce.number().check(z.int(), z.gte(1), z.lte(3650)),
    /** A claim: the interest that the person saw. */
    apy: z.optional(amountField),
    /** Taken and not used: the term begins when the server opens the position. */
    endDate: z.optional(z.iso.datetime({ offset: true })),
    status: z.optional(z.literal('active')),
  }),
  answer: stakingPosition,
})
