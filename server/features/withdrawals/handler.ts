import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { beginStream } from '#server/platform/run-command.ts'
import { allowedOf, readAllowlist } from '#server/projections/allowed-addresses.ts'
import { readPlatformAddresses } from '#server/projections/deposit-address-book.ts'
import type { Listed } from '#server/projections/documents.ts'
import { expectedOf, onReview } from '#server/reviews/on-request.ts'
import { readPayoutFacts } from '#server/reviews/payout-facts.ts'
import type { Services } from '#server/services.ts'
import type * as contract from '#shared/contract/withdrawals.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { insufficientBalance } from '#shared/rules/withdrawal-request.ts'
import * as decider from './decide-sending.ts'
import {
  requestWithdrawal,
  reviewWithdrawal,
  type WithdrawalState,
  withdrawals,
} from './decider.ts'

type Answer = Listed<WithdrawalState> | Refusal

export async function submitWithdrawal(
  services: Services & { readonly readAvailable: ReadAvailable },
  input: RouteInput<typeof contract.submitWithdrawal>,
): Promise<Answer> {
  const { body, caller, cause } = input
  const { symbol, amount, network, walletAddress } = body
  const begin = { aggregate: withdrawals, caller, cause }
  const result = await beginStream(services, begin, async () => {
    const { at } = cause.metadata
    const [available, platformAddresses, facts, book] = await Promise.all([
      services.readAvailable(caller.userNo, symbol),
      readPlatformAddresses(services.pool),
      readCredentialFacts(services.pool, caller.userId),
      readAllowlist(services.pool, caller.userId),
    ])
    return requestWithdrawal(
      {
        userId: caller.userId,
        userNo: String(caller.userNo),
        claimedUserId: body.userId,
        symbol,
        network,
        amount,
        walletAddress,
      },
      { at, available, platformAddresses, allowed: allowedOf(book, at), ...facts },
    )
  })
  if (!isRefusal(result) || result.refused !== 'balance.insufficient') return result
  // Spent between the decision and the append: report the balance as it is now.
  return insufficientBalance(
    { symbol, amount },
    await services.readAvailable(caller.userNo, symbol),
  )
}

/** Approves or rejects. */
export function decideOnWithdrawal(
  services: Services,
  { body, params, files, caller, cause }: RouteInput<typeof contract.reviewWithdrawal>,
): Promise<Answer> {
  const screenshot = body.action === 'approve' ? files.screenshot?.id : undefined
  const guardedBy = ({ userId }: WithdrawalState) => [payoutGuard(userId)]
  const takesEffect = expectedOf(body)
  const request = {
    aggregate: withdrawals,
    id: params.id,
    caller,
    cause,
    guardedBy,
    takesEffect,
  }
  return onReview(services, request, async (state, reviewer, weigh) => {
    const stops = await readStops(services, state)
    const worth = weigh({ ways: [[state]], flow: 'out', userNo: state.userNo })
    const decision = reviewWithdrawal(
      state,
      {
        action: body.action,
        notes: body.adminNotes || null,
        reason: body.rejectionReason || null,
        requireReverification: body.requireReverification === 'true',
        screenshot: screenshot ?? null,
      },
      { ...reviewer, worth, ...stops },
    )
    // Before the event refers to it: the image is staff's, the stream is the user's. The first of
    // two approvals sends nothing, so there is no transfer to show yet.
    const isSent = !isRefusal(decision) && decision.type === 'WithdrawalApproved'
    if (screenshot && isSent) await services.uploads.keepForGood(screenshot)
    return decision
  })
}

/** What may keep the coins of a withdrawal from being sent now. */
async function readStops({ pool }: Pick<Services, 'pool'>, { userId }: WithdrawalState) {
  const [{ frozenUntil }, payout] = await Promise.all([
    readCredentialFacts(pool, userId),
    readPayoutFacts(pool, userId),
  ])
  return { frozenUntil, ...payout }
}

/**
 * Records who sends the coins, and where to.
 *
 * Refuses  document.altered, and as `startSending` of the decider
 */
export function startSending(
  services: Services,
  { params: { id }, caller, cause }: RouteInput<typeof contract.startSending>,
): Promise<Answer> {
  const guardedBy = ({ userId }: WithdrawalState) => [payoutGuard(userId)]
  const request = { aggregate: withdrawals, id, caller, cause, guardedBy }
  return onReview(services, request, async (state, reviewer, weigh) => {
    const stops = await readStops(services, state)
    const worth = weigh({ ways: [[state]], flow: 'out', userNo: state.userNo })
    return decider.startSending(state, { ...reviewer, worth, ...stops })
  })
}

/** Refuses  as `stopSending` of the decider */
export function stopSending(
  services: Services,
  { params: { id }, caller, cause }: RouteInput<typeof contract.stopSending>,
): Promise<Answer> {
  const request = { aggregate: withdrawals, id, caller, cause }
  return onReview(services, request, (state, reviewer) => decider.stopSending(state, reviewer))
}
