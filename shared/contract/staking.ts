import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  amountField,
  claimedStatus,
  claimedUserId,
  decimalField,
  idField,
  instantField,
  pageFields,
} from '#shared/contract/fields.ts'

/**
 * USDT locked for a term and returned with interest.
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
  /** For the whole term, fixed when it began. */
  interest: decimalField,
})
export type StakingPosition = z.infer<typeof stakingPosition>

export const listStakes = get('/api/staking/:userId', {
  summary: 'Staking positions of one user, newest first',
  access: 'own',
  query: z.object(pageFields),
  response: z.array(stakingPosition),
})

export const openStake = post('/api/staking', {
  summary: 'Stake USDT for the term of a plan; principal and interest are returned at its end',
  access: 'user',
  offline: 'queue',
  body: z.object({
    userId: claimedUserId,
    symbol: z.optional(z.literal('USDT')),
    amount: amountField,
    /** Days; selects the plan. */
    duration: z.coerce.number().check(z.int(), z.gte(1), z.lte(3650)),
    /** The interest that the user saw; refused if it has changed. */
    apy: z.optional(amountField),
    /** When the user expects it to end; refused if that is more than an hour from when it does. */
    endDate: z.optional(z.iso.datetime({ offset: true })),
    status: claimedStatus,
  }),
  response: stakingPosition,
})
