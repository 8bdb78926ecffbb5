import { type App, mount } from '#server/platform/mount.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import {
  answerOf,
  countForReview,
  listForReview,
  requestMessage,
} from '#server/reviews/review-answers.ts'
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
  const { pool } = services
  const { kind } = deposits

  mount(app, services, listDepositsForReview, async ({ query }) => {
    const items = await listForReview<DepositState>(pool, { kind, ...query })
    return items.map((item) => presentReviewedDeposit(item, services))
  })

  mount(app, services, countDepositsForReview, () => countForReview(pool, kind))

  mount(app, services, reviewDeposit, async (input) => {
    const claimed = await claimRefusal(services, `${kind}-${input.params.id}`, input.caller.userId)
    if (claimed) return claimed
    return answerOf(await decideOnDeposit(services, input), requestMessage('Deposit request'))
  })
}
