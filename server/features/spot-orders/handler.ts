import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause, RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import { worthOf } from '#server/reviews/approvals.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import type { placeTrade } from '#shared/contract/spot-orders.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { insufficientBalance, pairOf } from '#shared/rules/spot-orders.ts'
import {
  approveSpotOrder,
  cancelSpotOrder,
  movedBy,
  placeSpotOrder,
  rejectSpotOrder,
  type SpotOrderEvent,
  type SpotOrderState,
  spotOrders,
} from './decider.ts'
import type { QuotableTicks } from './quotable-ticks.ts'

/** What the handlers of orders work with. */
export interface SpotDesk extends Pick<Services, 'log' | 'clock' | 'config' | 'prices'> {
  readonly readAvailable: ReadAvailable
  readonly ticks: QuotableTicks
}

type Answer = Listed<SpotOrderState> | Refusal

/**
 * Places an order with one read, of the balance it needs, and the append. Money that another order
 * spends between the two is refused by the append, in the same words.
 */
export async function placeOrder(
  { log, clock, readAvailable, ticks }: SpotDesk,
  { body, caller, cause }: RouteInput<typeof placeTrade>,
): Promise<Answer> {
  const { base, quote } = pairOf(body.symbol)
  const held = body.side === 'buy' ? quote : base
  let reserved: Decision<SpotOrderEvent> | undefined
  const result = await handleCommand(log, {
    ...cause,
    aggregate: spotOrders,
    id: newId(clock),
    isNew: true,
    owner: caller.userNo,
    decideWith: async () => {
      const available = await readAvailable(caller.userNo, held)
      reserved = placeSpotOrder(
        {
          userId: caller.userId,
          userNo: String(caller.userNo),
          claimedUserId: body.userId,
          symbol: body.symbol,
          side: body.side,
          orderType: body.type,
          amount: body.amount,
          price: body.price,
          priceId: body.priceId,
        },
        {
          at: cause.metadata.at,
          available: () => available,
          current: ticks.current(base),
          quotable: ticks.quotable(base),
        },
      )
      return reserved
    },
  })
  if (result.outcome === 'done') return result
  const overdrawn = result.refusal.refused === 'balance.insufficient' && !result.refusal.details
  if (!overdrawn || !reserved || isRefusal(reserved)) return result.refusal
  return spentMeanwhile(reserved, await readAvailable(caller.userNo, held))
}

/** The append refused what the decider had let pass: told with the balance as it is now. */
function spentMeanwhile(placed: SpotOrderEvent, available: bigint): Refusal {
  if (placed.type !== 'SpotOrderPlaced') throw new Error(`${placed.type} places no order`)
  const { symbol, amount } = placed.data.reserved
  return insufficientBalance(symbol, parseUnits(amount), available)
}

interface Act {
  readonly id: string
  readonly caller: Caller
  readonly cause: Cause
}

/** The owner takes an order back. */
export function cancelOrder(desk: SpotDesk, act: Act): Promise<Answer> {
  return onOrder(desk, act, (state) =>
    cancelSpotOrder(state, { userId: act.caller.userId, at: act.cause.metadata.at }),
  )
}

/** Executes an order, with the live price at the moment of the decision. */
export function approveOrder(desk: SpotDesk, act: Act): Promise<Answer> {
  return onOrder(desk, act, (state) =>
    approveSpotOrder(state, {
      ...reviewOf(act),
      worth: worthOf(desk, movedBy(state)),
      live: desk.ticks.current(pairOf(state.symbol).base),
    }),
  )
}

export function rejectOrder(desk: SpotDesk, act: Act, reason: string | null): Promise<Answer> {
  return onOrder(desk, act, (state) => rejectSpotOrder(state, reason, reviewOf(act)))
}

function reviewOf({ caller, cause }: Act) {
  return { reviewerId: caller.userId, at: cause.metadata.at }
}

async function onOrder(
  { log }: SpotDesk,
  { id, cause }: Act,
  decideWith: (state: SpotOrderState) => Decision<SpotOrderEvent>,
): Promise<Answer> {
  const result = await onRequest(log, { aggregate: spotOrders, id, cause }, decideWith)
  return result.outcome === 'done' ? result : result.refusal
}
