import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/projections/own-documents.ts'
import {
  answerOf,
  countForReview,
  listForReview,
  requestMessage,
} from '#server/reviews/review-answers.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/deposits.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { type DepositState, deposits } from './decider.ts'
import * as handler from './handler.ts'
import { presentDeposit, presentReviewedDeposit } from './present.ts'

export function registerDepositRoutes(app: App, services: Services): void {
  const { pool, uploads } = services
  const { kind } = deposits

  mount(app, services, contract.submitDeposit, async (input) => {
    const request = await handler.submitDeposit(services, input)
    if (isRefusal(request)) return request
    return {
      message: 'Deposit request submitted successfully.',
      request: presentDeposit(request, uploads),
    }
  })

  mount(app, services, contract.listOwnDeposits, async (input) => {
    const requests = await listAsked<DepositState>(pool, kind, input)
    return requests?.map((each) => presentDeposit(each, uploads)) ?? refuse('item.unknown')
  })

  mount(app, services, contract.listDepositsForReview, async ({ query }) => {
    const items = await listForReview<DepositState>(pool, { kind, ...query })
    return items.map((item) => presentReviewedDeposit(item, services))
  })

  mount(app, services, contract.countDepositsForReview, () => countForReview(pool, kind))

  mount(app, services, contract.reviewDeposit, async (input) =>
    answerOf(await handler.decideOnDeposit(services, input), requestMessage('Deposit request')),
  )
}
