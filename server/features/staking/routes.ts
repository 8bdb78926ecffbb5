import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { listStakes, openStake } from '#shared/contract/staking.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { type StakeState, stakes } from './decider.ts'
import { handleOpenStake } from './handler.ts'
import { presentStake } from './present.ts'

export function registerStakingRoutes(app: App, services: Services): void {
  const { pool, log, clock } = services
  const desk = { log, clock, readAvailable: batchBalances(pool) }

  mount(app, services, listStakes, async ({ params, query }) => {
    const owner = await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const { limit, before } = query
    const positions = await listOwnDocuments<StakeState>(pool, {
      kind: stakes.kind,
      owner,
      limit,
      before: before === undefined ? undefined : [`${stakes.kind}-${before}`],
    })
    return positions.map(presentStake)
  })

  mount(app, services, openStake, async (input) => {
    const opened = await handleOpenStake(desk, input)
    return isRefusal(opened) ? opened : presentStake(opened)
  })
}
