import { isRefusal } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countByStatus } from '#server/projections/documents.ts'
import { listRequests, listWaiting } from '#server/projections/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import {
  countWithdrawalsForReview,
  listWithdrawalsForReview,
  reviewWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { type WithdrawalState, withdrawals } from './decider.ts'
import { decideOnWithdrawal, type WithdrawalDesk } from './handler.ts'
import { presentReviewedWithdrawal } from './present.ts'

export function registerWithdrawalAdminRoutes(
  app: App,
  services: Services,
  desk: WithdrawalDesk,
): void {
  const { pool, uploads } = services
  const { kind } = withdrawals

  mount(app, services, listWithdrawalsForReview, async ({ query }) => {
    const { status = 'pending', limit, before } = query
    const items =
      status === 'pending'
        ? await listWaiting<WithdrawalState>(pool, kind, limit)
        : await listRequests<WithdrawalState>(pool, { kind, status, limit, before })
    return items.map((item) => presentReviewedWithdrawal(item, uploads))
  })

  mount(app, services, countWithdrawalsForReview, async () => {
    const { pending = 0, approved = 0, rejected = 0 } = await countByStatus(pool, kind)
    return { pending, approved, rejected }
  })

  mount(app, services, reviewWithdrawal, async (input) => {
    const request = await decideOnWithdrawal(desk, input)
    return isRefusal(request) ? request : { message: resultOf(request.state) }
  })
}

/** Source: spec 2 §4, §8: as for deposits. */
function resultOf({ status, requireReverification }: WithdrawalState): string {
  const flagged = requireReverification ? ' - User will be notified to re-verify' : ''
  return `Withdraw request ${status} successfully${flagged}`
}
