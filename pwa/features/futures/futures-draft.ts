import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import type { Problem } from '#pwa/ui/problem.ts'
import {
  type Decimal,
  formatUnits,
  parseUnits,
  tryParsePositive,
  type Units,
} from '#shared/money.ts'
import {
  FUTURES_TERMS,
  type FuturesSide,
  type FuturesTerm,
  refusalOf,
} from '#shared/rules/futures.ts'

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

export const FIELD_OF = {
  'futures.stake_below_minimum': 'amount',
  'futures.balance_insufficient': 'amount',
} as const

/** Why the trade cannot be opened. Source: docs/product.md, Futures. */
export function problemOf(draft: FuturesDraft, facts: FuturesFacts): Problem | undefined {
  if (!facts.isSignedIn) {
    return { title: 'Login Required', message: 'You must be logged in to place a trade.' }
  }
  const { available, livePrice } = facts
  const refusal = refusalOf(
    { amount: formatUnits(stakeOf(draft) ?? 0n), durationSeconds: draft.term.durationSeconds },
    {
      available: available === undefined ? undefined : parseUnits(available),
      hasPrice: livePrice !== undefined,
    },
  )
  return problemOfRefusal(refusal)
}

export function stakeOf({ amount }: FuturesDraft): Units | undefined {
  return tryParsePositive(amount)
}

/** "60 s": as the duration buttons say it. */
export function durationLabel(seconds: number): string {
  return `${seconds} s`
}
