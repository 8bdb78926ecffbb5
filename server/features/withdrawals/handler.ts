import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { spendCode } from '#server/identity/second-factor.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause, RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import { worthOf } from '#server/reviews/approvals.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import type {
  reviewWithdrawal as reviewRoute,
  submitWithdrawal as submitRoute,
} from '#shared/contract/withdrawals.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { insufficientBalance } from '#shared/rules/withdrawal-request.ts'
import {
  cancelWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
  type WithdrawalState,
  withdrawals,
} from './decider.ts'

/** What the handlers of withdrawals work with. */
export interface WithdrawalDesk
  extends Pick<Services, 'log' | 'pool' | 'clock' | 'identity' | 'uploads' | 'config' | 'prices'> {
  readonly readAvailable: ReadAvailable
}

type Answer = Listed<WithdrawalState> | Refusal

/** Takes a request; the code of a second factor is used up last, and once, however often it tries. */
export async function submitWithdrawal(
  desk: WithdrawalDesk,
  { body, caller, cause }: RouteInput<typeof submitRoute>,
): Promise<Answer> {
  const { symbol, amount, network, walletAddress, code = '' } = body
  let codeRefusal: Promise<Refusal | undefined> | undefined
  const result = await handleCommand(desk.log, {
    ...cause,
    aggregate: withdrawals,
    id: newId(desk.clock),
    isNew: true,
    owner: caller.userNo,
    decideWith: async () => {
      const [available, facts] = await Promise.all([
        desk.readAvailable(caller.userNo, symbol),
        readCredentialFacts(desk.pool, caller.userId),
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
          hasCode: code !== '',
        },
        { at: cause.metadata.at, available, ...facts },
      )
      if (isRefusal(decision) || !facts.hasSecondFactor) return decision
      codeRefusal ??= checkCode(desk, { code, caller, cause })
      return (await codeRefusal) ?? decision
    },
  })
  if (result.outcome === 'done') return result
  if (result.refusal.refused !== 'balance.insufficient') return result.refusal
  // Spent between the decision and the append: told with the balance as it is now.
  return insufficientBalance({ symbol, amount }, await desk.readAvailable(caller.userNo, symbol))
}

/** A wrong code is no end of the session here, and is refused in words of its own. */
async function checkCode(
  { identity }: WithdrawalDesk,
  { code, caller, cause }: { code: string; caller: Caller; cause: Cause },
): Promise<Refusal | undefined> {
  const submission = { key: cause.key.header, requestHash: cause.requestHash }
  const refusal = await spendCode(identity, caller.userId, code, submission)
  return refusal?.refused === 'login.second_factor_wrong'
    ? refuse('withdrawal.code_wrong')
    : refusal
}

/** Approves or rejects; the owner of the request is the one whose balance moves. */
export async function decideOnWithdrawal(
  desk: WithdrawalDesk,
  { body, params, files, caller, cause }: RouteInput<typeof reviewRoute>,
): Promise<Answer> {
  const screenshot = body.action === 'approve' ? files.screenshot?.id : undefined
  return onRequest(desk.log, requestOf(params.id, cause), async (state) => {
    const decision = reviewWithdrawal(
      state,
      {
        action: body.action,
        notes: body.adminNotes || null,
        reason: body.rejectionReason || null,
        requireReverification: body.requireReverification === 'true',
        screenshot: screenshot ?? null,
      },
      { reviewerId: caller.userId, at: cause.metadata.at, worth: worthOf(desk, [[state]]) },
    )
    // Before the event refers to it: the picture is staff's, the stream is the user's. The first of
    // two approvals sends nothing, so there is no transfer to show yet.
    const isSent = !isRefusal(decision) && decision.type === 'WithdrawalApproved'
    if (screenshot && isSent) await desk.uploads.keepForGood(screenshot)
    return decision
  }).then(answerOf)
}

function requestOf(id: string, cause: Cause) {
  return { aggregate: withdrawals, id, cause }
}

interface Act {
  readonly id: string
  readonly caller: Caller
  readonly cause: Cause
}

export async function takeBack(
  desk: Pick<WithdrawalDesk, 'log'>,
  { id, caller, cause }: Act,
): Promise<Answer> {
  return onRequest(desk.log, requestOf(id, cause), (state) =>
    cancelWithdrawal(state, { userId: caller.userId, at: cause.metadata.at }),
  ).then(answerOf)
}

function answerOf(result: CommandResult<WithdrawalState>): Answer {
  return result.outcome === 'done' ? result : result.refusal
}
