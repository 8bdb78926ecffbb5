import { describeRefusal } from '#shared/errors.ts'
import { type Decimal, parseUnits, tryParseUnits, type Units } from '#shared/money.ts'
import {
  FUTURES_CURRENCY,
  FUTURES_STAKE_MINIMUM,
  FUTURES_TERMS,
  type FuturesSide,
  type FuturesTerm,
  isBelowMinimumStake,
} from '#shared/rules/futures.ts'

/** What a person has entered so far. */
export interface FuturesDraft {
  readonly side: FuturesSide
  readonly term: FuturesTerm
  readonly amount: string
}

export const EMPTY_FUTURES: FuturesDraft = {
  side: 'long',
  term: FUTURES_TERMS[0] as FuturesTerm,
  amount: '',
}

export interface FuturesFacts {
  readonly isSignedIn: boolean
  /** undefined where no balance was ever read on this device. */
  readonly available: Decimal | undefined
  /** undefined where there is no fresh price. */
  readonly livePrice: Decimal | undefined
}

export interface Problem {
  readonly title: string
  readonly message: string
}

/**
 * What keeps the form from being sent.
 *
 * Source: docs/product.md, Futures
 */
export function problemOf(draft: FuturesDraft, facts: FuturesFacts): Problem | undefined {
  if (!facts.isSignedIn) {
    return { title: 'Login Required', message: 'You must be logged in to place a trade.' }
  }
  const stake = stakeOf(draft)
  if (stake === undefined || isBelowMinimumStake(stake)) {
    return describeRefusal('futures.stake_below_minimum', {
      minimum: FUTURES_STAKE_MINIMUM,
      symbol: FUTURES_CURRENCY,
    })
  }
  if (facts.available !== undefined && stake > parseUnits(facts.available)) {
    return describeRefusal('futures.balance_insufficient')
  }
  if (facts.livePrice === undefined) return describeRefusal('price.stale')
  return undefined
}

/** The stake as far as the text is one. */
export function stakeOf({ amount }: FuturesDraft): Units | undefined {
  const units = tryParseUnits(amount)
  return units !== undefined && units > 0n ? units : undefined
}

/** "60 s": as the duration buttons say it. */
export function durationLabel(seconds: number): string {
  return `${seconds} s`
}
