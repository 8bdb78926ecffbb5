import { findAddress } from '#server/facts/deposit-address-book.ts'
import { findRejections } from '#server/facts/recent-rejections.ts'
import { batchWaiting, waitingGuard } from '#server/facts/waiting-counts.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import { reviewServices } from '#server/reviews/approvals.ts'
import { expectedOf, onReview } from '#server/reviews/on-request.ts'
import {
  countForReview,
  listForReview,
  requestMessage,
  responseOf,
} from '#server/reviews/review-responses.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/deposits.ts'
import { isRefusal } from '#shared/refusal.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import {
  DEPOSITS_WAITING_MAX,
  rejectedRefusal,
  tooManyRefusal,
} from '#shared/rules/waiting-requests.ts'
import { msg } from '#shared/text/t.ts'
import { type DepositState, deposits, requestDeposit, reviewDeposit } from './decider.ts'
import { presentDeposit, presentReviewedDeposit } from './present.ts'

const REVIEWED = {
  approved: msg('Deposit request approved successfully'),
  rejected: msg('Deposit request rejected successfully'),
  flagged: msg('Deposit request rejected successfully - User will be notified to re-verify'),
}

export function registerDepositRoutes(app: App, services: Services): void {
  const { pool, log, uploads } = services
  const { kind } = deposits
  const maximum = DEPOSITS_WAITING_MAX
  const countWaiting = batchWaiting(pool, { kind, most: maximum })

  // The address is looked up at the time of the decision.
  mount(app, services, contract.submitDeposit, async ({ body, caller, cause, files }) => {
    const { address_version: addressVersion, ...command } = body
    const { userId, userNo } = caller
    const screenshot = files.screenshot.id
    const coin = depositCoin(body.symbol)
    const guardedBy = [waitingGuard(kind, userNo)]
    const begin = { aggregate: deposits, caller, cause, guardedBy }
    const request = await beginStream(services, begin, async () => {
      const decision = requestDeposit(
        { ...command, userId, userNo: String(userNo), addressVersion, screenshot },
        {
          offered: coin && (await findAddress(log, body.symbol, coin.network)),
          at: cause.metadata.at,
        },
      )
      if (isRefusal(decision)) return decision
      const [waiting, rejectedAt] = await Promise.all([
        countWaiting(userNo),
        findRejections(pool, { owner: userNo, kind }),
      ])
      return (
        tooManyRefusal('deposit.too_many_waiting', { waiting, maximum }) ??
        rejectedRefusal(rejectedAt, cause.metadata) ??
        decision
      )
    })
    if (isRefusal(request)) return request
    return {
      message: msg('Deposit request submitted successfully.'),
      request: presentDeposit(request, uploads),
    }
  })

  mount(app, services, contract.listOwnDeposits, async (input) => {
    const requests = await listAsked<DepositState>(pool, kind, input)
    return isRefusal(requests) ? requests : requests.map((each) => presentDeposit(each, uploads))
  })

  mount(app, services, contract.listDepositsForReview, async ({ query, caller }) => {
    const [items, needs] = await Promise.all([
      listForReview<DepositState>(pool, { kind, ...query }),
      reviewServices(services, caller.userId),
    ])
    return items.map((item) => presentReviewedDeposit(item, needs))
  })

  mount(app, services, contract.countDepositsForReview, () => countForReview(pool, kind))

  mount(app, services, contract.reviewDeposit, async ({ body, params: { id }, caller, cause }) => {
    const takesEffect = expectedOf(body)
    // A rejection may ask to verify again, which must stop approvals of payouts.
    const isFlagged = body.requireReverification === true
    const guardedBy = ({ userId }: DepositState) => (isFlagged ? [payoutGuard(userId)] : [])
    const request = { aggregate: deposits, id, caller, cause, takesEffect, guardedBy }
    const reviewed = await onReview(services, request, (state, reviewer, weigh) =>
      reviewDeposit(
        state,
        {
          action: body.action,
          notes: body.adminNotes || null,
          reason: body.rejectionReason || null,
          requireReverification: body.requireReverification ?? false,
        },
        { ...reviewer, worth: weigh({ ways: [[state]], flow: 'in', userNo: state.userNo }) },
      ),
    )
    return responseOf(pool, reviewed, requestMessage(REVIEWED))
  })
}
