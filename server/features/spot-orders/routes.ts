import { type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import { batchRejections } from '#server/facts/recent-rejections.ts'
import { batchWaiting } from '#server/facts/waiting-counts.ts'
import type { Features } from '#server/feature.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import { listWaiting, type ReviewItem } from '#server/queries/requests-for-review.ts'
import { reviewServices } from '#server/reviews/approvals.ts'
import { onRequest, onReview } from '#server/reviews/on-request.ts'
import { responseOf } from '#server/reviews/review-responses.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/spot-orders.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { statusClaimRefusal } from '#shared/rules/expected-status.ts'
import { CURRENT_SPOT_STATUSES, pairOf, SPOT_STATUSES } from '#shared/rules/spot-orders.ts'
import { msg } from '#shared/text/t.ts'
import { listAllOrders } from './all-orders.ts'
import { atTheirLimit } from './at-their-limit.ts'
import {
  approveSpotOrder,
  cancelSpotOrder,
  movedBy,
  rejectSpotOrder,
  type SpotOrderState,
  spotOrders,
  wouldExecute,
} from './decider.ts'
import { placeOrder } from './handler.ts'
import { presentAdminOrder, presentTrade } from './present.ts'
import { quotableTicks } from './quotable-ticks.ts'

const STATUSES_OF = {
  current: CURRENT_SPOT_STATUSES,
  history: SPOT_STATUSES.filter((status) => !CURRENT_SPOT_STATUSES.includes(status)),
}

export function registerSpotOrderRoutes(app: App, services: Services, features: Features): void {
  const { pool, log, clock, prices } = services
  const { kind } = spotOrders
  const ticks = quotableTicks(prices, clock)
  const maximum = services.config.spotOrdersWaitingMaximum
  const waiting =
    maximum > 0
      ? {
          count: batchWaiting(pool, { kind, most: maximum }),
          rejections: batchRejections(pool, { kind, waitingMaximum: maximum }),
          maximum,
        }
      : undefined
  const desk = { log, clock, ticks, readAvailable: batchBalances(pool), waiting }
  const presentForStaff = async (items: readonly ReviewItem<SpotOrderState>[], staffId: string) => {
    const needs = await reviewServices(services, staffId)
    return items.map((item) => presentAdminOrder(item, needs))
  }

  mount(app, services, contract.listTrades, async (input) => {
    const { state } = input.query
    const own = await listAsked<SpotOrderState>(pool, kind, input, state && STATUSES_OF[state])
    return isRefusal(own) ? own : own.map(presentTrade)
  })

  mount(app, services, contract.placeTrade, async (input) => {
    const refused = statusClaimRefusal(input.body.status, 'pending_approval')
    const placed = refused ?? (await placeOrder(desk, input))
    return isRefusal(placed) ? placed : presentTrade(placed)
  })

  mount(app, services, contract.cancelTrade, async ({ params: { id }, caller, cause }) => {
    const cancelled = await onRequest(log, { aggregate: spotOrders, id, cause }, (state) =>
      cancelSpotOrder(state, { userId: caller.userId, at: cause.metadata.at }),
    )
    return isRefusal(cancelled) ? cancelled : presentTrade(cancelled)
  })

  mount(app, services, contract.listPendingOrders, async ({ query, caller }) => {
    const { reached, ...page } = query
    const only = reached === undefined ? undefined : atTheirLimit(services)
    const orders = await listWaiting<SpotOrderState>(pool, { kind, only, ...page })
    return presentForStaff(orders, caller.userId)
  })

  mount(app, services, contract.listAllOrders, async ({ query, caller }) =>
    listAllOrders(await reviewServices(services, caller.userId), features, query),
  )

  mount(app, services, contract.approveOrder, async ({ params: { id }, caller, cause }) => {
    const request = { aggregate: spotOrders, id, caller, cause }
    const moment = await prices.momentOf(cause.metadata.at)
    const approved = await onReview(services, request, async (state, reviewer, weigh) => {
      const { base } = pairOf(state.symbol)
      const decideAt = (live: RecordedTick | undefined, last?: RecordedTick) => {
        const moved = { ways: movedBy(state, live), flow: 'within', userNo: state.userNo } as const
        return approveSpotOrder(state, { ...reviewer, worth: weigh(moved), live, last })
      }
      const known = decideAt(ticks.current(base))
      if (!wouldExecute(known)) return known
      // The current tick may be a later one, because an approval may queue and be decided again.
      const first = await prices.firstAfter(base, moment)
      if (!first) return refuse('order.awaiting_price')
      const { next, last } = first
      return decideAt(recordedTick(next), last && recordedTick(last))
    })
    return responseOf(pool, approved, () => msg('Order Approved'))
  })

  mount(app, services, contract.rejectOrder, async ({ params: { id }, body, caller, cause }) => {
    const request = { aggregate: spotOrders, id, caller, cause }
    const rejected = await onReview(services, request, (state, reviewer) =>
      rejectSpotOrder(state, body?.reason || null, reviewer),
    )
    return isRefusal(rejected) ? rejected : { message: msg('Order Rejected') }
  })
}
