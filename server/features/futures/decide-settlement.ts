import type { Decision } from '#server/events/decider.ts'
import type { Money, RecordedTick } from '#server/events/event-definition.ts'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { FUTURES_CURRENCY } from '#shared/rules/futures.ts'
import { settlementTickOf, type TickRules } from '#shared/rules/futures-ticks.ts'
import { epochMsOf, type Instant, SECOND_MS } from '#shared/time.ts'
import { type FuturesState, outcomeAt, rulesOf } from './decider.ts'
import type { FuturesEvent } from './events.ts'

/**
 * Without a price, a trade is voided this long after its end. The margin is for a tick that was
 * stamped within the window but written a little later: it still counts.
 */
export function voidAfterMs({ settlementWindowMs }: TickRules): number {
  return settlementWindowMs + 5 * SECOND_MS
}

export interface SettlementFacts {
  readonly at: Instant
  /** The last tick before the end, in recorded order, from the source of the entry. */
  readonly before: RecordedTick | null
  /** And the next one, however late; null if none was recorded yet. */
  readonly after: RecordedTick | null
  /** This process stamps the ticks, so only its clock can tell that no more will come. */
  readonly recordsPrices: boolean
}

/**
 * At its end, a trade is settled by the first tick recorded at or after that moment, or voided if
 * that tick is not within the window.
 *
 * Ticks count in the order in which they were recorded, as known at the decision. A later one
 * changes nothing, and the event contains the ticks before and after the end, so that anyone can
 * check the result later.
 *
 * State    active → completed, active → voided
 * Units    1e-8 USDT; what may be won or lost is rounded down
 * Refuses  item.unknown, futures.opening, futures.settled, futures.running, futures.awaiting_price:
 *          first match wins
 * Source   docs/product.md, Futures
 */
export function settleFutures(state: FuturesState, facts: SettlementFacts): Decision<FuturesEvent> {
  const stopped = settlementRefusal(state, facts)
  if (stopped) return stopped
  const { entry, stake, endsAt } = state
  const { before, after, at } = facts
  const settlement = after && settlementTickOf([after], endsAt, rulesOf(state))
  if (entry && settlement) {
    const { result, profitLoss } = outcomeAt(state, entry, settlement)
    const [won, lost] = profitLoss > 0n ? [profitLoss, 0n] : [0n, -profitLoss]
    return {
      type: 'FuturesSettled',
      data: {
        result,
        before,
        settlement,
        returned: usdt(parseUnits(stake.amount) - lost),
        lost: usdt(lost),
        won: usdt(won),
        settledAt: at,
      },
    }
  }
  if (!after && !isTooLateForPrices(state, facts)) return refuse('futures.awaiting_price')
  return {
    type: 'FuturesVoided',
    data: { reason: 'no_price', before, after, returned: stake, voidedAt: at },
  }
}

function settlementRefusal(
  { status, endsAt }: FuturesState,
  { at }: SettlementFacts,
): Refusal | undefined {
  if (status === 'none') return refuse('item.unknown')
  if (status === 'opening') return refuse('futures.opening')
  if (status !== 'active') return refuse('futures.settled')
  if (epochMsOf(at) < epochMsOf(endsAt)) return refuse('futures.running', { endsAt })
  return undefined
}

function isTooLateForPrices(state: FuturesState, { at, recordsPrices }: SettlementFacts): boolean {
  const lateMs = epochMsOf(at) - epochMsOf(state.endsAt)
  return recordsPrices && lateMs >= voidAfterMs(rulesOf(state))
}

function usdt(amount: Units): Money {
  return { symbol: FUTURES_CURRENCY, amount: formatUnits(amount) }
}
