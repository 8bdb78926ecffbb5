import type { StakingPosition } from '#shared/contract/staking.ts'
import { msg } from '#shared/text/t.ts'
import { daysUntil, epochMsOf } from '#shared/time.ts'

/** The label of a position in a list. Source: docs/product.md, Staking. */
export type StakeLabel = 'In Progress' | 'Over' | 'Pending'

export function labelOf({ status, endDate }: StakingPosition, nowMs: number): StakeLabel {
  const isExpired = nowMs >= epochMsOf(endDate)
  if (status === 'completed' || isExpired) return msg('Over')
  return status === 'active' ? msg('In Progress') : msg('Pending')
}

/** How much of the term has passed, in percent. */
export function progressOf({ startDate, endDate, status }: StakingPosition, nowMs: number): number {
  if (status === 'completed') return 100
  const start = epochMsOf(startDate)
  const share = (nowMs - start) / (epochMsOf(endDate) - start)
  return Math.round(Math.min(Math.max(share, 0), 1) * 100)
}

/** Days that are left, the last one counted in full. */
export function daysLeft(position: StakingPosition, nowMs: number): number {
  const { duration, endDate, status } = position
  return status === 'completed' ? 0 : Math.max(0, daysUntil(endDate, nowMs, duration))
}
