import { recordedTick } from '#server/events/event-definition.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { beginStream } from '#server/platform/run-command.ts'
import { listAsked } from '#server/projections/own-documents.ts'
import { listRequests } from '#server/projections/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/futures.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { may } from '#shared/rules/permissions.ts'
import { type FuturesState, futures, openFutures } from './decider.ts'
import { presentAdminFutures, presentFutures, STATUS_OF, ticksBehind } from './present.ts'
import { settleTrade } from './settlement.ts'

const STATUSES_OF = {
  running: [STATUS_OF.pending],
  closed: [STATUS_OF.completed, STATUS_OF.rejected],
}

export function registerFuturesRoutes(app: App, services: Services): void {
  const { pool, log, clock, prices } = services
  const { kind } = futures
  const readAvailable = batchBalances(pool)
  const readTrade = async (id: string) =>
    (await log.readDocument<FuturesState>(`${kind}-${id}`))?.state

  mount(app, services, contract.listFutures, async (input) => {
    const { state } = input.query
    const own = await listAsked<FuturesState>(pool, kind, input, state && STATUSES_OF[state])
    return isRefusal(own) ? own : own.map((trade) => presentFutures(trade, clock.now()))
  })

  // Money that is spent between the read and the append is refused by the append.
  mount(app, services, contract.submitFutures, async ({ body, caller, cause }) => {
    const { symbol, side, amount, duration: durationSeconds, profitRatio: claimedRatio } = body
    const { userId, userNo } = caller
    const begin = { aggregate: futures, caller, cause }
    const opened = await beginStream(services, begin, async () => {
      const available = await readAvailable(userNo, FUTURES_CURRENCY)
      const tick = prices.current(pricedAssetOf(symbol))
      return openFutures(
        { userId, userNo: String(userNo), symbol, side, amount, durationSeconds, claimedRatio },
        { at: cause.metadata.at, available, current: tick && recordedTick(tick) },
      )
    })
    return isRefusal(opened) ? opened : { trade: presentFutures(opened, clock.now()) }
  })

  // Settles an own trade first where it is due.
  mount(app, services, contract.completeFutures, async ({ body: { tradeId: id }, caller }) => {
    const state = await readTrade(id)
    if (!state || state.userId !== caller.userId) return refuse('item.unknown')
    const settled =
      state.status === 'active' ? await settleTrade(services, id, state) : { id, state }
    if (isRefusal(settled)) return settled
    const trade = presentFutures(settled, clock.now())
    return { isWin: trade.result === 'win', finalProfitLoss: trade.profit_loss ?? '0', trade }
  })

  mount(app, services, contract.listFuturesTicks, async ({ params, caller }) => {
    const state = await readTrade(params.id)
    const maySee = state?.userId === caller.userId || may(caller.role, 'users.read')
    if (!state || !maySee) return refuse('item.unknown')
    return {
      trade: presentFutures({ id: params.id, state }, clock.now()),
      ticks: await ticksBehind(prices, state),
    }
  })

  mount(app, services, contract.listAllFutures, async ({ query: { status, ...page } }) => {
    const named = status && STATUS_OF[status]
    const trades = await listRequests<FuturesState>(pool, { kind, status: named, ...page })
    return trades.map((trade) => presentAdminFutures(trade, clock.now()))
  })
}
