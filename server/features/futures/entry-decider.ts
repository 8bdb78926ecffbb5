import type { Decision } from '#server/events/decider.ts'
import type { LimitClaim, RecordedTick } from '#server/events/event-definition.ts'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  FUTURES_CURRENCY,
  type FuturesCommand,
  type FuturesLimits,
  type FuturesPair,
  type FuturesSide,
  futuresTermFor,
  potentialOf,
  refusalOf,
} from '#shared/rules/futures.ts'
import {
  areTicksFlowing,
  entryTickOf,
  isFarFromSeen,
  TICK_RULES,
  type TickRules,
} from '#shared/rules/futures-ticks.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type FuturesState, rulesOf } from './decider.ts'
import type { FuturesEvent } from './events.ts'

/** How far the clock that stamps ticks may run ahead of the one that accepts trades. */
export const ENTRY_AHEAD_MS_MAX = 10 * SECOND_MS

/** A tick stamped within the window may be written a little later and still counts. */
export function returnAfterMs({ entryWindowMs }: TickRules): number {
  return entryWindowMs + 5 * SECOND_MS
}

export interface RequestFutures extends FuturesCommand {
  readonly userId: string
  readonly userNo: string
  readonly symbol: FuturesPair
  readonly side: FuturesSide
  /** The price shown to the user; undefined: the last recorded one. */
  readonly seenPrice?: string | undefined
}

export interface RequestFacts {
  readonly at: Instant
  readonly available: Units
  readonly limits: FuturesLimits
  readonly userOpen: Units
  readonly symbolOwed: Units
  /** Whether the pair has a price at all, however old its last tick. */
  readonly hasPrice: boolean
  /**
   * The most recently recorded ticks of the pair, newest first, read from the record itself: a
   * process may lag behind what a user has seen elsewhere.
   */
  readonly recent: readonly RecordedTick[]
}

/**
 * A request for a trade holds its stake until the next tick is recorded, which is the entry. So a
 * trade cannot be entered at a price that was known when it was sent.
 *
 * The price that the user claims to have seen must have been recorded recently: with any other
 * price, the user could set a condition on the entry.
 *
 * State    none → opening
 * Units    amount: 1e-8 USDT; duration: seconds; ratio: whole percent
 * Refuses  futures.duration_unknown, terms.changed, futures.stake_below_minimum,
 *          futures.stake_above_maximum, price.stale, futures.paused, futures.balance_insufficient,
 *          futures.user_limit, futures.symbol_limit, futures.price_moved: first match wins
 * Source   docs/product.md, Futures
 */
export function requestFutures(
  command: RequestFutures,
  facts: RequestFacts,
): Decision<FuturesEvent> {
  const { userId, userNo, symbol, side, durationSeconds } = command
  const { at, recent, limits } = facts
  const [last] = recent
  const isAhead = last !== undefined && epochMsOf(last.at) - epochMsOf(at) > ENTRY_AHEAD_MS_MAX
  const refused = refusalOf(command, {
    ...facts,
    hasPrice: facts.hasPrice && !isAhead,
    isOffered: areTicksFlowing(recent, epochMsOf(at)),
  })
  const term = futuresTermFor(durationSeconds)
  if (refused || !last || !term) return refused ?? refuse('price.stale')
  const moved = seenRefusal(command.seenPrice, recent)
  if (moved) return moved
  const { profitRatio } = term
  const stake = parseUnits(command.amount)
  return {
    type: 'FuturesRequested',
    data: {
      userId,
      userNo,
      symbol,
      side,
      stake: { symbol: FUTURES_CURRENCY, amount: formatUnits(stake) },
      durationSeconds,
      profitRatio,
      requestedAt: at,
      seenPrice: command.seenPrice ?? last.price,
      last,
      claims: claimsOf({ userNo, symbol }, { stake, profitRatio, limits }),
      rules: TICK_RULES,
    },
  }
}

function seenRefusal(
  claimed: string | undefined,
  recent: readonly RecordedTick[],
): Refusal | undefined {
  const [last] = recent
  if (claimed === undefined || !last) return undefined
  const seen = parseUnits(claimed)
  const wasRecorded = recent.some(({ price }) => parseUnits(price) === seen)
  if (wasRecorded && !isFarFromSeen(parseUnits(last.price), seen, TICK_RULES)) return undefined
  return refuse('futures.price_moved', { current: last.price, seen: claimed })
}

/** The names under which the claims of open trades are added up. */
export function claimNamesOf({ userNo, symbol }: { userNo: string; symbol: FuturesPair }) {
  return { user: `futures of user ${userNo}`, symbol: `futures on ${symbol}` }
}

function claimsOf(
  trade: { readonly userNo: string; readonly symbol: FuturesPair },
  given: { readonly stake: Units; readonly profitRatio: number; readonly limits: FuturesLimits },
): LimitClaim[] {
  const { stake, profitRatio, limits } = given
  const names = claimNamesOf(trade)
  const owed = formatUnits(potentialOf(stake, profitRatio))
  return [
    { name: names.user, amount: formatUnits(stake), maximum: limits.userOpenMaximum },
    { name: names.symbol, amount: owed, maximum: limits.symbolOwedMaximum },
  ]
}

export interface EntryFacts {
  readonly at: Instant
  /**
   * Of the source of the last known tick: the first one recorded after that tick that is not older
   * than the request, however late; null if none was recorded yet.
   */
  readonly next: RecordedTick | null
  /** This process stamps the ticks, so only its clock can tell that no more will come. */
  readonly recordsPrices: boolean
}

/**
 * An accepted trade is entered at the first tick recorded after its request. The time of the trade
 * counts from that tick. If it came too late, or is too far from the price that the user saw, no
 * trade opens and the stake is returned.
 *
 * State    opening → active, opening → voided
 * Units    1e-8 USDT
 * Refuses  item.unknown, futures.running, futures.settled, futures.awaiting_price: first match wins
 * Source   docs/product.md, Futures
 */
export function enterFutures(state: FuturesState, facts: EntryFacts): Decision<FuturesEvent> {
  const { status, request, stake, durationSeconds, endsAt } = state
  if (status === 'none' || !request) return refuse('item.unknown')
  if (status === 'active') return refuse('futures.running', { endsAt })
  if (status !== 'opening') return refuse('futures.settled')
  const { at, next, recordsPrices } = facts
  const rules = rulesOf(state)
  const entry = next && entryTickOf([next], request.requestedAt, rules)
  if (entry && !isFarFromSeen(parseUnits(entry.price), parseUnits(request.seenPrice), rules)) {
    const ends = instantOf(epochMsOf(entry.at) + durationSeconds * SECOND_MS)
    return {
      type: 'FuturesEntered',
      data: { entry, stake, openedAt: entry.at, endsAt: ends },
    }
  }
  const isTooLate = epochMsOf(at) - epochMsOf(request.requestedAt) >= returnAfterMs(rules)
  if (!next && !(recordsPrices && isTooLate)) return refuse('futures.awaiting_price')
  const reason = entry ? 'entry_moved' : 'no_entry'
  return {
    type: 'FuturesVoided',
    data: { reason, before: request.last, after: next, returned: stake, voidedAt: at },
  }
}
