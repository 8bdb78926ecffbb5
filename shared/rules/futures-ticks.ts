import type { Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import { epochMsOf, type Instant, SECOND_MS } from '#shared/time.ts'

/** How recorded prices enter and settle futures trades. Source: docs/product.md, Futures. */

/** What each trade is held to, as it was when its request was accepted: its event records it. */
export interface TickRules {
  /** A trade that no price was recorded for this long after its request does not open. */
  readonly entryWindowMs: number
  /** An entry further from the price that the person saw is none: thousandths of that price. */
  readonly entryDistanceThousandths: number
  /** A trade without a recorded price this long after its end is void. */
  readonly settlementWindowMs: number
}

/** Of trades that are requested from now on. `VOID_REASONS` says the same to people. */
export const TICK_RULES: TickRules = {
  entryWindowMs: 10 * SECOND_MS,
  entryDistanceThousandths: 5,
  settlementWindowMs: 60 * SECOND_MS,
}

/** Of trades from before the rules were recorded. Never change these values. */
export const TICK_RULES_UNRECORDED: TickRules = {
  entryWindowMs: 10_000,
  entryDistanceThousandths: 5,
  settlementWindowMs: 60_000,
}

/** Futures are offered while the newest tick, and the one before it, are no further apart. */
export const OFFERED_WITHIN_MS = 5 * SECOND_MS
/** What people are told while they are not. */
export const PAUSED = refuse('futures.paused', { seconds: OFFERED_WITHIN_MS / SECOND_MS })

/** How long a recorded price counts as one that a person has before their eyes. */
export const SEEN_WITHIN_MS = 15 * SECOND_MS

/**
 * The tick that decides a trade: the first in recorded order at or after its end; undefined where
 * that one, or the last one, is not within the window.
 */
export function settlementTickOf<T extends { readonly at: Instant }>(
  ticksAsRecorded: readonly T[],
  endsAt: Instant,
  { settlementWindowMs }: TickRules,
): T | undefined {
  const endsAtMs = epochMsOf(endsAt)
  const first = ticksAsRecorded.find(({ at }) => epochMsOf(at) >= endsAtMs)
  return first && epochMsOf(first.at) <= endsAtMs + settlementWindowMs ? first : undefined
}

/**
 * The tick that a trade is entered at, of the ticks recorded after the last known one: the first
 * that is not older than the request. undefined where that one is too late, or there is none yet.
 */
export function entryTickOf<T extends { readonly at: Instant }>(
  ticksAfterLast: readonly T[],
  requestedAt: Instant,
  { entryWindowMs }: TickRules,
): T | undefined {
  const requestedMs = epochMsOf(requestedAt)
  const first = ticksAfterLast.find(({ at }) => epochMsOf(at) >= requestedMs)
  return first && epochMsOf(first.at) <= requestedMs + entryWindowMs ? first : undefined
}

/** Whether a price is further from the one that the person saw than a trade may be entered at. */
export function isFarFromSeen(
  price: Units,
  seen: Units,
  { entryDistanceThousandths }: TickRules,
): boolean {
  const distance = price > seen ? price - seen : seen - price
  return distance * 1_000n > seen * BigInt(entryDistanceThousandths)
}

/** Whether ticks come often enough, given those recorded last, the newest first. */
export function areTicksFlowing(
  [newest, before]: readonly { readonly at: Instant }[],
  nowMs: number,
): boolean {
  if (!newest || !before) return false
  const newestMs = epochMsOf(newest.at)
  return (
    nowMs - newestMs <= OFFERED_WITHIN_MS && newestMs - epochMsOf(before.at) <= OFFERED_WITHIN_MS
  )
}
