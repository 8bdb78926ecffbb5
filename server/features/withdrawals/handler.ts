import { allowedOf, readAllowlist } from '#server/facts/allowed-addresses.ts'
import { readPlatformAddresses } from '#server/facts/deposit-address-book.ts'
import { isActiveStaff } from '#server/facts/staff-roles.ts'
import { type CountWaiting, waitingGuard } from '#server/facts/waiting-counts.ts'
import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import { expectedOf, onReview } from '#server/reviews/on-request.ts'
import { readPayoutFacts } from '#server/reviews/payout-facts.ts'
import type { Services } from '#server/services.ts'
import type * as contract from '#shared/contract/withdrawals.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { tooManyRecentRefusal, WITHDRAWALS_WAITING_MAX } from '#shared/rules/waiting-requests.ts'
import { insufficientBalance } from '#shared/rules/withdrawal-request.ts'
import * as decider from './decide-sending.ts'
import { payoutBy, type SenderFacts, type StopsOnPayout } from './decide-transfer.ts'
import {
  requestWithdrawal,
  reviewWithdrawal,
  type WithdrawalState,
  withdrawals,
} from './decider.ts'

type Response = Listed<WithdrawalState> | Refusal

export async function submitWithdrawal(
  services: Services & {
    readonly readAvailable: ReadAvailable
    readonly countWaiting: CountWaiting
  },
  input: RouteInput<typeof contract.submitWithdrawal>,
): Promise<Response> {
  const { body, caller, cause } = input
  const { symbol, amount, network, walletAddress } = body
  const guardedBy = [waitingGuard(withdrawals.kind, caller.userNo)]
  const begin = { aggregate: withdrawals, caller, cause, guardedBy }
  const result = await beginStream(services, begin, async () => {
    const { at } = cause.metadata
    const [available, platformAddresses, facts, book, waiting] = await Promise.all([
      services.readAvailable(caller.userNo, symbol),
      readPlatformAddresses(services.pool),
      readCredentialFacts(services.pool, caller.userId),
      readAllowlist(services.pool, caller.userId),
      services.countWaiting(caller.userNo),
    ])
    const decision = requestWithdrawal(
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
    if (isRefusal(decision)) return decision
    const maximum = WITHDRAWALS_WAITING_MAX
    return tooManyRecentRefusal('withdrawal.too_many_waiting', { waiting, maximum }) ?? decision
  })
  if (!isRefusal(result) || result.refused !== 'balance.insufficient') return result
  // The money was spent between the decision and the append: report the current balance.
  return insufficientBalance(
    { symbol, amount },
    await services.readAvailable(caller.userNo, symbol),
  )
}

/** Approves or rejects a withdrawal. */
export function decideOnWithdrawal(
  services: Services,
  { body, params, files, caller, cause }: RouteInput<typeof contract.reviewWithdrawal>,
): Promise<Response> {
  const screenshot = body.action === 'approve' ? files.screenshot?.id : undefined
  const guardedBy = ({ userId }: WithdrawalState) => [payoutGuard(userId)]
  const takesEffect = expectedOf(body)
  const request = { ...reviewBy(caller), id: params.id, cause, guardedBy, takesEffect }
  return onReview(services, request, async (state, reviewer, weigh) => {
    const stops = await readStops(services, state)
    const worth = weigh({
      ways: [[state]],
      ...payoutBy(caller.userId, state),
      userNo: state.userNo,
    })
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
    // Keep the image before the event refers to it: it was uploaded by staff, and the stream
    // belongs to the user. The first of two approvals sends nothing, so it has no transfer to show.
    const isSent = !isRefusal(decision) && decision.type === 'WithdrawalApproved'
    if (screenshot && isSent) await services.uploads.keepForGood(screenshot)
    return decision
  })
}

/** A colleague's claim does not prevent the sender from recording the outcome. */
function reviewBy(caller: Caller) {
  const holdsAnyway = ({ sending }: WithdrawalState) => sending?.startedBy === caller.userId
  return { aggregate: withdrawals, caller, holdsAnyway }
}

/** What may prevent sending the coins of a withdrawal now, and who may record the outcome. */
async function readStops(
  { pool }: Pick<Services, 'pool'>,
  { userId, sending }: WithdrawalState,
): Promise<StopsOnPayout & Pick<SenderFacts, 'senderHasLeft'>> {
  const [{ frozenUntil }, payout, isSenderActive] = await Promise.all([
    readCredentialFacts(pool, userId),
    readPayoutFacts(pool, userId),
    sending ? isActiveStaff(pool, sending.startedBy) : true,
  ])
  return { frozenUntil, ...payout, senderHasLeft: !isSenderActive }
}

/**
 * Records who sends the coins, and to which address.
 *
 * Refuses  document.altered, withdrawal.not_being_sent (for a repeated request, if sending was
 *          stopped since), and as `startSending` of the decider
 */
export async function startSending(
  services: Services,
  { params: { id }, caller, cause }: RouteInput<typeof contract.startSending>,
): Promise<Response> {
  const guardedBy = ({ userId }: WithdrawalState) => [payoutGuard(userId)]
  const request = { ...reviewBy(caller), id, cause, guardedBy }
  const started = await onReview(services, request, async (state, reviewer, weigh) => {
    const stops = await readStops(services, state)
    const worth = weigh({
      ways: [[state]],
      ...payoutBy(caller.userId, state),
      userNo: state.userNo,
    })
    return decider.startSending(state, { ...reviewer, worth, ...stops })
  })
  if (isRefusal(started)) return started
  const now = await services.log.readState<WithdrawalState>(`${withdrawals.kind}-${id}`)
  const isSending = now?.status === 'pending' && now.sending?.startedBy === caller.userId
  return isSending ? started : refuse('withdrawal.not_being_sent')
}

/** Refuses  as `stopSending` of the decider */
export function stopSending(
  services: Services,
  { params: { id }, caller, cause }: RouteInput<typeof contract.stopSending>,
): Promise<Response> {
  const request = { ...reviewBy(caller), id, cause }
  return onReview(services, request, async (state, reviewer) =>
    decider.stopSending(state, { ...reviewer, ...(await readStops(services, state)) }),
  )
}
