import { handleCommand } from '#server/events/handle-command.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import { findAddress } from '#server/projections/deposit-address-book.ts'
import type { Listed } from '#server/projections/documents.ts'
import { worthOf } from '#server/reviews/approvals.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import type {
  reviewDeposit as reviewRoute,
  submitDeposit as submitRoute,
} from '#shared/contract/deposits.ts'
import type { Refusal } from '#shared/refusal.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import { type DepositState, deposits, requestDeposit, reviewDeposit } from './decider.ts'

type Needs = Pick<Services, 'log' | 'pool' | 'clock'>

/** Reports a deposit; the address is looked up as it stands when the decision is made. */
export async function submitDeposit(
  { log, pool, clock }: Needs,
  { body, caller, cause, files }: RouteInput<typeof submitRoute>,
): Promise<Listed<DepositState> | Refusal> {
  const { symbol, amount, network, address_version: addressVersion } = body
  const result = await handleCommand(log, {
    ...cause,
    aggregate: deposits,
    id: newId(clock),
    isNew: true,
    owner: caller.userNo,
    decideWith: async () =>
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
        { offered: await offeredAddress(pool, symbol), at: cause.metadata.at },
      ),
  })
  return result.outcome === 'refused' ? result.refusal : result
}

async function offeredAddress(pool: Needs['pool'], symbol: string) {
  const coin = depositCoin(symbol)
  return coin && findAddress(pool, symbol, coin.network)
}

/** Approves or rejects; the owner of the request is the one whose balance moves. */
export async function decideOnDeposit(
  needs: Pick<Services, 'log' | 'config' | 'prices'>,
  { body, params, caller, cause }: RouteInput<typeof reviewRoute>,
): Promise<Listed<DepositState> | Refusal> {
  const request = { aggregate: deposits, id: params.id, cause }
  const result = await onRequest(needs.log, request, (state) =>
    reviewDeposit(
      state,
      {
        action: body.action,
        notes: body.adminNotes || null,
        reason: body.rejectionReason || null,
        requireReverification: body.requireReverification ?? false,
      },
      { reviewerId: caller.userId, at: cause.metadata.at, worth: worthOf(needs, [[state]]) },
    ),
  )
  return result.outcome === 'refused' ? result.refusal : result
}
