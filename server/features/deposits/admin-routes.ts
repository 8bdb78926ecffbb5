import { isRefusal } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countByStatus } from '#server/projections/documents.ts'
import { listRequests, listWaiting } from '#server/projections/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import {
  countDepositsForReview,
  listDepositsForReview,
  reviewDeposit,
} from '#shared/contract/deposits.ts'
import { type DepositState, deposits } from './decider.ts'
import { decideOnDeposit } from './handler.ts'
import { presentReviewedDeposit } from './present.ts'

export function registerDepositAdminRoutes(app: App, services: Services): void {
  const { pool, uploads } = services
  const { kind } = deposits

  mount(app, services, listDepositsForReview, async ({ query }) => {
    const { status = 'pending', limit, before } = query
    const items =
      status === 'pending'
        ? await listWaiting<DepositState>(pool, kind, limit)
        : await listRequests<DepositState>(pool, { kind, status, limit, before })
    return items.map((item) => presentReviewedDeposit(item, uploads))
  })

  mount(app, services, countDepositsForReview, async () => {
    const { pending = 0, approved = 0, rejected = 0 } = await countByStatus(pool, kind)
    return { pending, approved, rejected }
  })

  mount(app, services, reviewDeposit, async (input) => {
    const request = await decideOnDeposit(services, input)
    return isRefusal(request) ? request : { message: resultOf(request.state) }
  })
}

/** Source: spec 2 §8 success toast. */
function resultOf({ status, requireReverification }: DepositState): string {
  const flagged = requireReverification ? ' - User will be notified to re-verify' : ''
  return `Deposit request ${status} successfully${flagged}`
}
