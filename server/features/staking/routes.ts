import { batchBalances } from '#server/ledger/batched-balances.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/staking.ts'
import { isRefusal } from '#shared/refusal.ts'
import { STAKED_SYMBOL } from '#shared/rules/staking.ts'
import { openStake, type StakeState, stakes } from './decider.ts'

export function registerStakingRoutes(app: App, services: Services): void {
  const { pool } = services
  const readAvailable = batchBalances(pool)

  mount(app, services, contract.listStakes, async (input) => {
    const own = await listAsked<StakeState>(pool, stakes.kind, input)
    return isRefusal(own) ? own : own.map(presentStake)
  })

  // If money is spent between the read and the append, the append refuses.
  mount(app, services, contract.openStake, async ({ body, caller, cause }) => {
    const { userId, userNo } = caller
    const begin = { aggregate: stakes, caller, cause }
    const opened = await beginStream(services, begin, async () =>
      openStake(
        {
          userId,
          userNo: String(userNo),
          claimedUserId: body.userId,
          amount: body.amount,
          termDays: body.duration,
          claimedApy: body.apy,
          claimedStatus: body.status,
          claimedEndsAt: body.endDate,
        },
        { at: cause.metadata.at, available: await readAvailable(userNo, STAKED_SYMBOL) },
      ),
    )
    return isRefusal(opened) ? opened : presentStake(opened)
  })
}

/** A position as shown to its owner. */
function presentStake({ id, state }: Listed<StakeState>): contract.StakingPosition {
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
