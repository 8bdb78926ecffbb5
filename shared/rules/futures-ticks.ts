import type { Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import { epochMsOf, type Instant, SECOND_MS } from '#shared/time.ts'

/** How recorded prices open and settle futures trades. Source: docs/product.md, Futures. */

/** The rules of a trade at the time when its request was accepted; its event records them. */
export interface TickRules {
  /** If no price is recorded within this time after the request, the trade does not open. */
  readonly entryWindowMs: number
  /** The maximum distance of the entry from the price that the user saw, in thousandths of it. */
  readonly entryDistanceThousandths: number
  /** A trade without a recorded price this long after its end is void. */
  readonly settlementWindowMs: number
}

/** For trades requested from now on. `VOID_REASONS` states the same values to users. */
export const TICK_RULES: TickRules = {
  entryWindowMs: 10 * SECOND_MS,
  entryDistanceThousandths: 5,
  settlementWindowMs: 60 * SECOND_MS,
}

/** For trades from before the rules were recorded. Never change these values. */
export const TICK_RULES_UNRECORDED: TickRules = {
  entryWindowMs: 10_000,
  entryDistanceThousandths: 5,
  settlementWindowMs: 60_000,
}

/**
 * Futures are offered while the age of the newest tick, and its distance from the previous one, are
 * at most this.
 */
export const OFFERED_WITHIN_MS = 5 * SECOND_MS
/** What people are told while they are not. */
export const PAUSED = refuse('futures.paused', { seconds: OFFERED_WITHIN_MS / SECOND_MS })

/** How long after its recording a price may be the one that the user saw. */
export const SEEN_WITHIN_MS = 15 * SECOND_MS

/**
 * The tick that decides a trade: the first in recorded order at or after its end; undefined if that
 * one, or the last one, is not within the window.
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
 * The tick at which a trade is entered: of the ticks recorded after the last known one, the first
 * that is not older than the request; undefined if it is too late, or there is none yet.
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

/** Whether a price is too far from the one that the user saw to enter a trade. */
export function isFarFromSeen(
  price: Units,
  seen: Units,
  { entryDistanceThousandths }: TickRules,
): boolean {
  const distance = price > seen ? price - seen : seen - price
  return distance * 1_000n > seen * BigInt(entryDistanceThousandths)
}

/** Whether ticks arrive often enough, given the last recorded ones, newest first. */
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
