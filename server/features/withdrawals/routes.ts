import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/projections/own-documents.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import {
  answerOf,
  countForReview,
  listForReview,
  requestMessage,
} from '#server/reviews/review-answers.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/withdrawals.ts'
import { isRefusal } from '#shared/refusal.ts'
import { withdrawalHoldEnd } from '#shared/rules/withdrawals.ts'
import { instantOf } from '#shared/time.ts'
import { cancelWithdrawal, type WithdrawalState, withdrawals } from './decider.ts'
import * as handler from './handler.ts'
import { presentReviewedWithdrawal, presentWithdrawal } from './present.ts'

export function registerWithdrawalRoutes(app: App, services: Services): void {
  const { pool, log, clock, uploads } = services
  const { kind } = withdrawals
  const readAvailable = batchBalances(pool)

  mount(app, services, contract.submitWithdrawal, async (input) => {
    const request = await handler.submitWithdrawal({ ...services, readAvailable }, input)
    if (isRefusal(request)) return request
    return {
      message: 'Your withdraw request has been sent to admin for approval.',
      request: presentWithdrawal(request, uploads),
    }
  })

  mount(app, services, contract.listOwnWithdrawals, async (input) => {
    const requests = await listAsked<WithdrawalState>(pool, kind, input)
    return isRefusal(requests) ? requests : requests.map((each) => presentWithdrawal(each, uploads))
  })

  mount(app, services, contract.readWithdrawalTerms, async ({ caller }) => {
    const facts = await readCredentialFacts(pool, caller.userId)
    const now = instantOf(clock.now())
    return {
      hold_ends_at: withdrawalHoldEnd(facts.credentialsChangedAt, now) ?? null,
      second_factor: facts.hasSecondFactor,
    }
  })

  mount(app, services, contract.cancelWithdrawal, async ({ params: { id }, caller, cause }) => {
    const request = await onRequest(log, { aggregate: withdrawals, id, cause }, (state) =>
      cancelWithdrawal(state, { userId: caller.userId, at: cause.metadata.at }),
    )
    return isRefusal(request) ? request : presentWithdrawal(request, uploads)
  })

  mount(app, services, contract.listWithdrawalsForReview, async ({ query }) => {
    const items = await listForReview<WithdrawalState>(pool, { kind, ...query })
    return items.map((item) => presentReviewedWithdrawal(item, services))
  })

  mount(app, services, contract.countWithdrawalsForReview, () => countForReview(pool, kind))

  mount(app, services, contract.reviewWithdrawal, async (input) => {
    const decided = await handler.decideOnWithdrawal(services, input)
    return answerOf(decided, requestMessage('Withdraw request'))
  })
}
