import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf, RecordedTick } from '#server/events/event-definition.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  convertedAmount,
  insufficientBalance,
  QUOTE_VALID_MS,
  refusalOf,
} from '#shared/rules/conversions.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type ConversionEvent, conversionEvents } from './events.ts'

type Executed = DataOf<typeof conversionEvents, 'ConversionExecuted'>

/** The terms that were offered to one user. */
export interface Quote extends Omit<Executed, 'userNo' | 'executedAt'> {
  readonly id: string
}

/** A conversion as its owner sees it. */
export interface ConversionState extends Executed {
  readonly status: 'none' | 'executed'
}

const NOTHING = { symbol: '', amount: '0' }
const NO_TICK: RecordedTick = { id: '', source: '', price: '0', at: '' }

/** One stream per quote that was confirmed, under the quote's id: none → executed. */
export const conversions: Aggregate<ConversionState, ConversionEvent> = {
  kind: 'conversion',
  events: conversionEvents,
  initial: {
    status: 'none',
    userId: '',
    userNo: '',
    given: NOTHING,
    received: NOTHING,
    fromTick: NO_TICK,
    toTick: NO_TICK,
    quotedAt: '',
    executedAt: '',
  },
  evolve: (_, event) => ({ ...event.data, status: 'executed' }),
  summarise: ({ status }) => ({ status, waiting: false }),
}

export interface AskQuote {
  /** What the quote will be known by. */
  readonly id: string
  readonly userId: string
  /** Whose conversion the request says it is: a claim. */
  readonly claimedUserId?: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: Decimal
}

export interface QuoteFacts {
  readonly at: Instant
  readonly available: Units
  /** The live prices; undefined where one is stale. */
  readonly fromTick: RecordedTick | undefined
  readonly toTick: RecordedTick | undefined
}

/**
 * A quote says what an amount becomes at the recorded prices of this moment. It moves and reserves
 * nothing.
 *
 * Units    amount: 1e-8 of `from`; received: 1e-8 of `to`, rounded down
 * Refuses  access.forbidden, convert.same_asset, price.stale, convert.balance_insufficient,
 *          convert.too_small, convert.too_large: first match wins
 * Source   docs/product.md, Conversions
 */
export function quoteConversion(command: AskQuote, facts: QuoteFacts): Quote | Refusal {
  const { id, userId, claimedUserId, from, to, amount } = command
  const { at, available, fromTick, toTick } = facts
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  const [fromPrice, toPrice] = [fromTick?.price, toTick?.price]
  const refused = refusalOf({ from, to, amount }, { available, fromPrice, toPrice })
  if (refused || !fromTick || !toTick) return refused ?? refuse('price.stale')
  const units = parseUnits(amount)
  const received = convertedAmount(units, parseUnits(fromTick.price), parseUnits(toTick.price))
  return {
    id,
    userId,
    given: { symbol: from, amount: formatUnits(units) },
    received: { symbol: to, amount: formatUnits(received) },
    fromTick,
    toTick,
    quotedAt: at,
  }
}

export interface ConfirmQuote {
  readonly userId: string
  readonly userNo: string
  readonly claimedUserId?: string | undefined
  readonly quote: Quote
}

/**
 * Confirming a quote converts at its terms, at once and once. The prices may have moved since: for
 * as long as it holds, a quote is a promise.
 *
 * State    none → executed
 * Refuses  access.forbidden, item.unknown (another user's quote), convert.quote_used,
 *          convert.quote_expired, convert.balance_insufficient: first match wins
 * Source   docs/product.md, Conversions
 */
export function executeConversion(
  state: ConversionState,
  { userId, userNo, claimedUserId, quote }: ConfirmQuote,
  { at, available }: { readonly at: Instant; readonly available: Units },
): Decision<ConversionEvent> {
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  if (quote.userId !== userId) return refuse('item.unknown')
  if (state.status === 'executed') return refuse('convert.quote_used')
  if (epochMsOf(at) >= epochMsOf(expiryOf(quote))) return refuse('convert.quote_expired')
  if (parseUnits(quote.given.amount) > available) return insufficientBalance(available)
  const { given, received, fromTick, toTick, quotedAt } = quote
  return {
    type: 'ConversionExecuted',
    data: { userId, userNo, given, received, fromTick, toTick, quotedAt, executedAt: at },
  }
}

export function expiryOf({ quotedAt }: Pick<Quote, 'quotedAt'>): Instant {
  return instantOf(epochMsOf(quotedAt) + QUOTE_VALID_MS)
}
