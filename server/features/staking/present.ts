import type { Listed } from '#server/projections/documents.ts'
import type { StakingPosition } from '#shared/contract/staking.ts'
import type { StakeState } from './decider.ts'

/** A position as its owner reads it. */
export function presentStake({ id, state }: Listed<StakeState>): StakingPosition {
  if (state.status === 'none') throw new Error('a stake that was never opened is on a list')
  return {
    id,
    userId: state.userId,
    symbol: state.principal.symbol,
    amount: state.principal.amount,
    apy: state.apy,
    duration: state.termDays,
    startDate: state.startedAt,
    endDate: state.endsAt,
    status: state.status,
    interest: state.interest.amount,
  }
}
