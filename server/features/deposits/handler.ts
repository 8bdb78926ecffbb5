import type { RouteInput } from '#server/platform/mount.ts'
import { beginStream } from '#server/platform/run-command.ts'
import { findAddress } from '#server/projections/deposit-address-book.ts'
import type { Listed } from '#server/projections/documents.ts'
import { worthOf } from '#server/reviews/approvals.ts'
import { onReview } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import type * as contract from '#shared/contract/deposits.ts'
import type { Refusal } from '#shared/refusal.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import { type DepositState, deposits, requestDeposit, reviewDeposit } from './decider.ts'

type Answer = Promise<Listed<DepositState> | Refusal>

/** Reports a deposit; the address is looked up at the time of the decision. */
export function submitDeposit(
  services: Pick<Services, 'log' | 'pool' | 'clock'>,
  { body, caller, cause, files }: RouteInput<typeof contract.submitDeposit>,
): Answer {
  const { symbol, amount, network, address_version: addressVersion } = body
  const coin = depositCoin(symbol)
  return beginStream(services, { aggregate: deposits, caller, cause }, async () =>
    requestDeposit(
      {
        userId: caller.userId,
        userNo: String(caller.userNo),
        symbol,
        network,
        amount,
        addressVersion,
        screenshot: files.screenshot.id,
      },
      {
        offered: coin && (await findAddress(services.pool, symbol, coin.network)),
        at: cause.metadata.at,
      },
    ),
  )
}

/** Approves or rejects. */
export function decideOnDeposit(
  services: Services,
  { body, params, caller, cause }: RouteInput<typeof contract.reviewDeposit>,
): Answer {
  const request = { aggregate: deposits, id: params.id, caller, cause }
  return onReview(services, request, (state, reviewer) =>
    reviewDeposit(
      state,
      {
        action: body.action,
        notes: body.adminNotes || null,
        reason: body.rejectionReason || null,
        requireReverification: body.requireReverification ?? false,
      },
      { ...reviewer, worth: worthOf(services, [[state]]) },
    ),
  )
}
