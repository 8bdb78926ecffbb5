import { presentAllowlist, readAllowlist } from '#server/facts/allowed-addresses.ts'
import { batchWaiting } from '#server/facts/waiting-counts.ts'
import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import { reviewServices } from '#server/reviews/approvals.ts'
import { claimedOf, claimGuard, findClaim } from '#server/reviews/claims.ts'
import { readFirstHasLeft } from '#server/reviews/first-has-left.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import {
  countForReview,
  listForReview,
  requestMessage,
  responseOf,
} from '#server/reviews/review-responses.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/withdrawals.ts'
import { isRefusal } from '#shared/refusal.ts'
import { WITHDRAWALS_WAITING_MAX } from '#shared/rules/waiting-requests.ts'
import { withdrawalHold } from '#shared/rules/withdrawal-hold.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { cancelWithdrawal, isInReview, type WithdrawalState, withdrawals } from './decider.ts'
import * as handler from './handler.ts'
import { presentReviewedWithdrawals, presentWithdrawal } from './present.ts'

const REVIEWED = {
  approved: msg('Withdraw request approved successfully'),
  rejected: msg('Withdraw request rejected successfully'),
  flagged: msg('Withdraw request rejected successfully - User will be notified to re-verify'),
}

export function registerWithdrawalRoutes(app: App, services: Services): void {
  const { pool, log, clock, uploads } = services
  const { kind } = withdrawals
  const submission = {
    ...services,
    readAvailable: batchBalances(pool),
    countWaiting: batchWaiting(pool, { kind, most: WITHDRAWALS_WAITING_MAX }),
  }

  mount(app, services, contract.submitWithdrawal, async (input) => {
    const request = await handler.submitWithdrawal(submission, input)
    if (isRefusal(request)) return request
    return {
      message: msg('Your withdraw request has been sent to admin for approval.'),
      request: presentWithdrawal(request, uploads),
    }
  })

  mount(app, services, contract.listOwnWithdrawals, async (input) => {
    const { status } = input.query
    const requests = await listAsked<WithdrawalState>(pool, kind, input, status && [status])
    if (isRefusal(requests)) return requests
    const claimed = await claimedOf(services, kind, requests)
    const at = instantOf(clock.now())
    return requests.map((each) => ({
      ...presentWithdrawal(each, uploads),
      in_review: isInReview(each.state, { isClaimed: claimed.has(each.id), at }),
    }))
  })

  mount(app, services, contract.readWithdrawalTerms, async ({ caller }) => {
    const now = instantOf(clock.now())
    const [facts, { allowlist }] = await Promise.all([
      readCredentialFacts(pool, caller.userId),
      readAllowlist(pool, caller.userId),
    ])
    const hold = withdrawalHold(facts, now)
    return {
      hold_ends_at: hold?.endsAt ?? null,
      hold_reason: hold?.reason ?? null,
      allowlist: presentAllowlist(allowlist, now),
    }
  })

  mount(app, services, contract.cancelWithdrawal, async ({ params: { id }, caller, cause }) => {
    const stream = `${kind}-${id}`
    const own = { aggregate: withdrawals, id, cause, guardedBy: () => [claimGuard(stream)] }
    const request = await onRequest(log, own, async (state) =>
      cancelWithdrawal(state, {
        userId: caller.userId,
        at: cause.metadata.at,
        isClaimed: (await findClaim(services, stream)) !== undefined,
        firstHasLeft: await readFirstHasLeft(pool, state),
      }),
    )
    return isRefusal(request) ? request : presentWithdrawal(request, uploads)
  })

  mount(app, services, contract.listWithdrawalsForReview, async ({ query, caller }) => {
    const [items, needs] = await Promise.all([
      listForReview<WithdrawalState>(pool, { kind, ...query }),
      reviewServices(services, caller.userId),
    ])
    return presentReviewedWithdrawals(items, needs)
  })

  mount(app, services, contract.countWithdrawalsForReview, () => countForReview(pool, kind))

  mount(app, services, contract.startSending, async (input) => {
    const sending = await handler.startSending(services, input)
    if (isRefusal(sending)) return sending
    const { symbol, amount, network, walletAddress } = sending.state
    return { symbol, amount, network, wallet_address: walletAddress }
  })

  mount(app, services, contract.stopSending, async (input) => {
    const stopped = await handler.stopSending(services, input)
    return isRefusal(stopped) ? stopped : { message: msg('Recorded: nothing was sent.') }
  })

  mount(app, services, contract.reviewWithdrawal, async (input) => {
    const decided = await handler.decideOnWithdrawal(services, input)
    return responseOf(pool, decided, requestMessage(REVIEWED))
  })
}
