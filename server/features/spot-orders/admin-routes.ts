import { type App, mount } from '#server/platform/mount.ts'
import {
  listRequests,
  listWaiting,
  type ReviewItem,
} from '#server/projections/requests-for-review.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import { answerOf } from '#server/reviews/review-answers.ts'
import type { Services } from '#server/services.ts'
import {
  approveOrder,
  listAllOrders,
  listPendingOrders,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { isRefusal } from '#shared/refusal.ts'
import { type SpotOrderState, spotOrders } from './decider.ts'
import * as handler from './handler.ts'
import { presentAdminOrder } from './present.ts'

export function registerSpotOrderAdminRoutes(
  app: App,
  services: Services,
  desk: handler.SpotDesk,
): void {
  const { pool } = services
  const { kind } = spotOrders
  const present = (item: ReviewItem<SpotOrderState>) => presentAdminOrder(item, services)

  mount(app, services, listPendingOrders, async () => {
    const orders = await listWaiting<SpotOrderState>(pool, kind)
    return orders.map(present)
  })

  mount(app, services, listAllOrders, async ({ query }) => {
    const orders = await listRequests<SpotOrderState>(pool, { kind, ...query })
    return orders.map(present)
  })

  mount(app, services, approveOrder, async ({ params, ...act }) => {
    const claimed = await claimRefusal(services, `${kind}-${params.id}`, act.caller.userId)
    if (claimed) return claimed
    const outcome = await handler.approveOrder(desk, { ...act, id: params.id })
    return answerOf(outcome, () => 'Order Approved')
  })

  mount(app, services, rejectOrder, async ({ params, body, ...act }) => {
    const claimed = await claimRefusal(services, `${kind}-${params.id}`, act.caller.userId)
    if (claimed) return claimed
    const rejected = await handler.rejectOrder(
      desk,
      { ...act, id: params.id },
      body?.reason || null,
    )
    return isRefusal(rejected) ? rejected : { message: 'Order Rejected' }
  })
}
