import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import { listRequests } from '#server/projections/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import {
  completeFutures,
  listAllFutures,
  listFutures,
  listFuturesTicks,
  submitFutures,
} from '#shared/contract/futures.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { may } from '#shared/rules/permissions.ts'
import { type FuturesState, futures } from './decider.ts'
import { completeTrade, type FuturesDesk, readTrade, submitTrade } from './handler.ts'
import { presentAdminFutures, presentFutures, STATUS_OF } from './present.ts'
import { ticksBehind } from './ticks-behind.ts'

const STATUSES_OF = {
  running: [STATUS_OF.pending],
  closed: [STATUS_OF.completed, STATUS_OF.rejected],
}

export function registerFuturesRoutes(app: App, services: Services): void {
  const { pool, log, clock, prices } = services
  const desk: FuturesDesk = { pool, log, clock, prices, readAvailable: batchBalances(pool) }

  mount(app, services, listFutures, async ({ caller, query }) => {
    const { state, archived, limit, before } = query
    const trades = await listOwnDocuments<FuturesState>(pool, {
      kind: futures.kind,
      owner: caller.userNo,
      statuses: state && STATUSES_OF[state],
      withArchived: archived === 'true',
      limit,
      before: before === undefined ? undefined : [`${futures.kind}-${before}`],
    })
    return trades.map((trade) => presentFutures(trade, clock.now()))
  })

  mount(app, services, submitFutures, async (input) => {
    const opened = await submitTrade(desk, input)
    return isRefusal(opened) ? opened : { trade: presentFutures(opened, clock.now()) }
  })

  mount(app, services, completeFutures, async ({ body, caller }) => {
    const completed = await completeTrade(desk, body.tradeId, caller)
    if (isRefusal(completed)) return completed
    const trade = presentFutures(completed, clock.now())
    return { isWin: trade.result === 'win', finalProfitLoss: trade.profit_loss ?? '0', trade }
  })

  mount(app, services, listFuturesTicks, async ({ params, caller }) => {
    const state = await readTrade(services, params.id)
    const maySee = state?.userId === caller.userId || may(caller.role, 'users.read')
    if (!state || !maySee) return refuse('item.unknown')
    return {
      trade: presentFutures({ id: params.id, state }, clock.now()),
      ticks: await ticksBehind(prices, state),
    }
  })

  mount(app, services, listAllFutures, async ({ query }) => {
    const { status, limit, before } = query
    const trades = await listRequests<FuturesState>(pool, {
      kind: futures.kind,
      status: status && STATUS_OF[status],
      limit,
      before,
    })
    return trades.map((trade) => presentAdminFutures(trade, clock.now()))
  })
}
