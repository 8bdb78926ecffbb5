import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { cancelTrade, listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { CURRENT_SPOT_STATUSES, SPOT_STATUSES } from '#shared/rules/spot-orders.ts'
import { registerSpotOrderAdminRoutes } from './admin-routes.ts'
import { type SpotOrderState, spotOrders } from './decider.ts'
import { cancelOrder, placeOrder, type SpotDesk } from './handler.ts'
import { presentTrade } from './present.ts'
import { quotableTicks } from './quotable-ticks.ts'

const STATUSES_OF = {
  current: CURRENT_SPOT_STATUSES,
  history: SPOT_STATUSES.filter((status) => !CURRENT_SPOT_STATUSES.includes(status)),
}

export function registerSpotOrderRoutes(app: App, services: Services): void {
  const { pool, log, clock, config, prices } = services
  const desk: SpotDesk = {
    log,
    clock,
    config,
    prices,
    readAvailable: batchBalances(pool),
    ticks: quotableTicks(prices, clock),
  }

  mount(app, services, listTrades, async ({ params, query, caller }) => {
    const isOwn = params.userId === caller.userId
    const owner = isOwn ? caller.userNo : await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const { state, archived, limit, before } = query
    const orders = await listOwnDocuments<SpotOrderState>(pool, {
      kind: spotOrders.kind,
      owner,
      statuses: state && STATUSES_OF[state],
      withArchived: archived === 'true',
      limit,
      before: before === undefined ? undefined : [`${spotOrders.kind}-${before}`],
    })
    return orders.map(presentTrade)
  })

  mount(app, services, placeTrade, async (input) => {
    const placed = await placeOrder(desk, input)
    return isRefusal(placed) ? placed : presentTrade(placed)
  })

  mount(app, services, cancelTrade, async ({ params, ...act }) => {
    const cancelled = await cancelOrder(desk, { ...act, id: params.id })
    return isRefusal(cancelled) ? cancelled : presentTrade(cancelled)
  })

  registerSpotOrderAdminRoutes(app, services, desk)
}
