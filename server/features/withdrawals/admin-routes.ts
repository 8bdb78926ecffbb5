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
  const { pool } = services
  const { kind } = withdrawals

  mount(app, services, listWithdrawalsForReview, async ({ query }) => {
    const items = await listForReview<WithdrawalState>(pool, { kind, ...query })
    return items.map((item) => presentReviewedWithdrawal(item, services))
  })

  mount(app, services, countWithdrawalsForReview, () => countForReview(pool, kind))

  mount(app, services, reviewWithdrawal, async (input) => {
    const claimed = await claimRefusal(services, `${kind}-${input.params.id}`, input.caller.userId)
    if (claimed) return claimed
    return answerOf(await decideOnWithdrawal(desk, input), requestMessage('Withdraw request'))
  })
}
