import { type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import { batchOpenClaims } from '#server/facts/open-claims.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import { mayNow } from '#server/platform/caller.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import { listRequests } from '#server/queries/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import { batchLoader } from '#shared/batch-loader.ts'
import * as contract from '#shared/contract/futures.ts'
import { formatUnits } from '#shared/money.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { FUTURES_CURRENCY, type FuturesPair, pricedAssetOf } from '#shared/rules/futures.ts'
import { areTicksFlowing, SEEN_WITHIN_MS } from '#shared/rules/futures-ticks.ts'
import { type FuturesState, futures } from './decider.ts'
import { claimNamesOf, requestFutures } from './entry-decider.ts'
import { presentAdminFutures, presentFutures, STATUS_OF, ticksBehind } from './present.ts'
import { settleTrade } from './settlement.ts'

const STATUSES_OF = {
  running: [STATUS_OF.pending],
  closed: [STATUS_OF.completed, STATUS_OF.rejected],
}

export function registerFuturesRoutes(app: App, services: Services): void {
  const { pool, log, clock, prices } = services
  const { kind } = futures
  const limits = services.config.futuresLimits
  const readAvailable = batchBalances(pool)
  const readClaims = batchOpenClaims(pool)
  const readTrade = async (id: string) =>
    (await log.readDocument<FuturesState>(`${kind}-${id}`))?.state

  mount(app, services, contract.listFutures, async (input) => {
    const { state } = input.query
    const own = await listAsked<FuturesState>(pool, kind, input, state && STATUSES_OF[state])
    return isRefusal(own) ? own : own.map((trade) => presentFutures(trade, clock.now()))
  })

  const readRoom = async (userNo: string, symbol: FuturesPair) => {
    const names = claimNamesOf({ userNo, symbol })
    const [userOpen, symbolOwed] = await Promise.all([
      readClaims(names.user),
      readClaims(names.symbol),
    ])
    return { userOpen, symbolOwed }
  }
  const readRecent = batchLoader<FuturesPair, readonly RecordedTick[]>(
    (symbol) => symbol,
    async (symbols) => {
      const reads = symbols.map(async (symbol) => {
        const ticks = await prices.recent(pricedAssetOf(symbol), SEEN_WITHIN_MS)
        return [symbol, ticks.map(recordedTick)] as const
      })
      return new Map(await Promise.all(reads))
    },
  )

  mount(app, services, contract.getFuturesTerms, async ({ query: { symbol }, caller }) => {
    const { userOpen, symbolOwed } = await readRoom(String(caller.userNo), symbol)
    const recent = (await readRecent(symbol)) ?? []
    return {
      symbol,
      is_offered: areTicksFlowing(recent, clock.now()),
      stake_maximum: limits.stakeMaximum,
      user_open: formatUnits(userOpen),
      user_open_maximum: limits.userOpenMaximum,
      symbol_owed: formatUnits(symbolOwed),
      symbol_owed_maximum: limits.symbolOwedMaximum,
    }
  })

  // If money or a limit is used up between the read and the append, the append refuses.
  mount(app, services, contract.submitFutures, async ({ body, caller, cause }) => {
    const { symbol, side, amount, seenPrice } = body
    const { duration: durationSeconds, profitRatio: claimedRatio } = body
    const { userId } = caller
    const userNo = String(caller.userNo)
    const begin = { aggregate: futures, caller, cause }
    const requested = await beginStream(services, begin, async () => {
      const [available, room, recent] = await Promise.all([
        readAvailable(caller.userNo, FUTURES_CURRENCY),
        readRoom(userNo, symbol),
        readRecent(symbol),
      ])
      return requestFutures(
        { userId, userNo, symbol, side, amount, durationSeconds, claimedRatio, seenPrice },
        {
          at: cause.metadata.at,
          available,
          limits,
          ...room,
          hasPrice: prices.current(pricedAssetOf(symbol)) !== undefined,
          recent: recent ?? [],
        },
      )
    })
    return isRefusal(requested) ? requested : { trade: presentFutures(requested, clock.now()) }
  })

  // Settles the caller's trade first if it is due.
  mount(app, services, contract.completeFutures, async ({ body: { tradeId: id }, caller }) => {
    const state = await readTrade(id)
    if (!state || state.userId !== caller.userId) return refuse('item.unknown')
    const isOver = state.status === 'completed' || state.status === 'voided'
    const settled = isOver ? { id, state } : await settleTrade(services, id, state)
    if (isRefusal(settled)) return settled
    const trade = presentFutures(settled, clock.now())
    return { isWin: trade.result === 'win', finalProfitLoss: trade.profit_loss ?? '0', trade }
  })

  mount(app, services, contract.listFuturesTicks, async ({ params, caller }) => {
    const state = await readTrade(params.id)
    const maySee = state?.userId === caller.userId || mayNow(caller, 'users.read')
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
