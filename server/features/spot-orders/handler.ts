import type { Decision } from '#server/events/decider.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { beginStream } from '#server/platform/run-command.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { placeTrade } from '#shared/contract/spot-orders.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { insufficientBalance, pairOf } from '#shared/rules/spot-orders.ts'
import { type SpotOrderEvent, type SpotOrderState, spotOrders } from './decider.ts'
import { placeSpotOrder } from './placement-decider.ts'
import type { QuotableTicks } from './quotable-ticks.ts'

/**
 * Places an order with one read, of the balance it needs, and the append. Money that another order
 * spends between the two is refused by the append, with the same text.
 */
export async function placeOrder(
  desk: Pick<Services, 'log' | 'clock'> & { readAvailable: ReadAvailable; ticks: QuotableTicks },
  { body, caller, cause }: RouteInput<typeof placeTrade>,
): Promise<Listed<SpotOrderState> | Refusal> {
  const { readAvailable, ticks } = desk
  const { base, quote } = pairOf(body.symbol)
  const held = body.side === 'buy' ? quote : base
  let reserved: Decision<SpotOrderEvent> | undefined
  const result = await beginStream(desk, { aggregate: spotOrders, caller, cause }, async () => {
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
        spend: body.spend,
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
  })
  if (!isRefusal(result)) return result
  const overdrawn = result.refused === 'balance.insufficient' && !result.details
  if (!overdrawn || !reserved || isRefusal(reserved)) return result
  return overdrawnBy(reserved, await readAvailable(caller.userNo, held))
}

/** The append refused what the decider accepted: report the balance as it is now. */
function overdrawnBy(placed: SpotOrderEvent, available: bigint): Refusal {
  if (placed.type !== 'SpotOrderPlaced') throw new Error(`${placed.type} places no order`)
  const { symbol, amount } = placed.data.reserved
  return insufficientBalance(symbol, parseUnits(amount), available)
}
