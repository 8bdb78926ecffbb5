import type { Decision } from '#server/events/decider.ts'
import { oneAtATime } from '#server/events/one-at-a-time.ts'
import type { FindRejections } from '#server/facts/recent-rejections.ts'
import { type CountWaiting, waitingGuard } from '#server/facts/waiting-counts.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { placeTrade } from '#shared/contract/spot-orders.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { insufficientBalance, pairOf } from '#shared/rules/spot-orders.ts'
import { rejectedRefusal, tooManyRecentRefusal } from '#shared/rules/waiting-requests.ts'
import { type SpotOrderEvent, type SpotOrderState, spotOrders } from './decider.ts'
import { placeSpotOrder } from './placement-decider.ts'
import type { QuotableTicks } from './quotable-ticks.ts'

type Input = RouteInput<typeof placeTrade>
type Response = Listed<SpotOrderState> | Refusal

interface Limits {
  readonly count: CountWaiting
  readonly maximum: number
  readonly rejections: FindRejections
}

interface Desk extends Pick<Services, 'log' | 'clock'> {
  readonly readAvailable: ReadAvailable
  readonly ticks: QuotableTicks
  /** undefined: a user may have any number of pending and rejected orders. */
  readonly waiting: Limits | undefined
}

/**
 * Places an order, unless the user has too many waiting, or too many were rejected. The orders of
 * one user are placed one after another, so that concurrent requests do not exceed the maximum
 * together. Servers are not coordinated, because a guard would slow down every order: each may
 * accept one more.
 */
export function placeOrder(desk: Desk, input: Input): Promise<Response> {
  const { waiting } = desk
  if (!waiting) return place(desk, input)
  const { userNo } = input.caller
  return oneAtATime([waitingGuard(spotOrders.kind, userNo)], () => place(desk, input))
}

/**
 * Reads the balance and the pending orders, and appends. If another order spends the money in
 * between, the append refuses, with the same text.
 */
async function place(desk: Desk, { body, caller, cause }: Input): Promise<Response> {
  const { readAvailable, ticks, waiting } = desk
  const { base, quote } = pairOf(body.symbol)
  const held = body.side === 'buy' ? quote : base
  let reserved: Decision<SpotOrderEvent> | undefined
  const result = await beginStream(desk, { aggregate: spotOrders, caller, cause }, async () => {
    const [available, count = 0, rejectedAt = []] = await Promise.all([
      readAvailable(caller.userNo, held),
      waiting?.count(caller.userNo),
      waiting?.rejections(caller.userNo),
    ])
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
    if (isRefusal(reserved) || !waiting) return reserved
    const { maximum } = waiting
    return (
      tooManyRecentRefusal('order.too_many_waiting', { waiting: count, maximum }) ??
      rejectedRefusal(rejectedAt, cause.metadata) ??
      reserved
    )
  })
  if (!isRefusal(result)) return result
  const overdrawn = result.refused === 'balance.insufficient' && !result.details
  if (!overdrawn || !reserved || isRefusal(reserved)) return result
  return overdrawnBy(reserved, await readAvailable(caller.userNo, held))
}

/** The append refused what the decider accepted, so report the current balance. */
function overdrawnBy(placed: SpotOrderEvent, available: bigint): Refusal {
  if (placed.type !== 'SpotOrderPlaced') throw new Error(`${placed.type} places no order`)
  const { symbol, amount } = placed.data.reserved
  return insufficientBalance(symbol, parseUnits(amount), available)
}
