import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import type { Problem } from '#pwa/ui/problem.ts'
import type { FuturesTerms, FuturesTrade } from '#shared/contract/futures.ts'
import {
  type Decimal,
  formatUnits,
  parseUnits,
  tryParsePositive,
  type Units,
} from '#shared/money.ts'
import {
  FUTURES_TERMS,
  type FuturesRoom,
  type FuturesSide,
  type FuturesTerm,
  refusalOf,
} from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'

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
  /** undefined if no balance was ever read on this device. */
  readonly available: Decimal | undefined
  /** undefined if there is no fresh price. */
  readonly livePrice: Decimal | undefined
  /** undefined until the server has responded. */
  readonly terms: FuturesTerms | undefined
}

/** The known limits for a trade. */
export function roomOf({ available, terms }: FuturesFacts): FuturesRoom {
  return {
    available: available === undefined ? undefined : parseUnits(available),
    limits: terms && {
      stakeMaximum: terms.stake_maximum,
      userOpenMaximum: terms.user_open_maximum,
      symbolOwedMaximum: terms.symbol_owed_maximum,
    },
    userOpen: terms && parseUnits(terms.user_open),
    symbolOwed: terms && parseUnits(terms.symbol_owed),
  }
}

export const FIELD_OF = {
  'futures.stake_below_minimum': 'amount',
  'futures.stake_above_maximum': 'amount',
  'futures.user_limit': 'amount',
  'futures.symbol_limit': 'amount',
  'futures.balance_insufficient': 'amount',
} as const

/** Why the trade cannot be opened. Source: docs/product.md, Futures. */
export function problemOf(draft: FuturesDraft, facts: FuturesFacts): Problem | undefined {
  if (!facts.isSignedIn) {
    return { title: t('Login Required'), message: t('You must be logged in to place a trade.') }
  }
  const { livePrice, terms } = facts
  const refusal = refusalOf(
    { amount: formatUnits(stakeOf(draft) ?? 0n), durationSeconds: draft.term.durationSeconds },
    {
      ...roomOf(facts),
      hasPrice: livePrice !== undefined,
      isOffered: terms?.is_offered ?? true,
    },
  )
  return problemOfRefusal(refusal)
}

export function stakeOf({ amount }: FuturesDraft): Units | undefined {
  return tryParsePositive(amount)
}

/** "60 s at 30%". */
export function nodeText(trade: Pick<FuturesTrade, 'duration' | 'profit_ratio'>): string {
  const duration = durationLabel(trade.duration)
  return t('{duration} at {ratio}%', { duration, ratio: trade.profit_ratio })
}

/** "60 s": as the duration buttons say it. */
export function durationLabel(seconds: number): string {
  return t('{seconds} s', { seconds })
}
