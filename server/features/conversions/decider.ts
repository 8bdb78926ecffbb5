import type { Aggregate, Decision, PriceProof } from '#server/events/decider.ts'
import type { DataOf, RecordedTick } from '#server/events/event-definition.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  type ConvertTerms,
  convertedAmount,
  haltOf,
  hasMoved,
  QUOTE_VALID_MS,
  refusalOf,
} from '#shared/rules/conversions.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type ConversionEvent, conversionEvents } from './events.ts'

type Executed = DataOf<typeof conversionEvents, 'ConversionExecuted'>

/** The terms offered to one user. */
export interface Quote extends Omit<Executed, 'userNo' | 'executedAt' | 'confirmed'> {
  readonly id: string
  readonly spreadPercent: Decimal
}

/** A conversion as shown to its owner. */
export interface ConversionState extends Executed {
  readonly status: 'none' | 'executed'
}

const NOTHING = { symbol: '', amount: '0' }
const NO_TICK: RecordedTick = { id: '', source: '', price: '0', at: '' }

/** One stream per confirmed quote, under the quote's id: none → executed. */
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
  restsOn,
}

/** It was executed at the first price of each asset after its confirmation. */
function restsOn({ given, received, confirmed, executedAt }: ConversionState): PriceProof[] {
  if (!confirmed) return []
  const { fromTick, toTick, fromLast, toLast } = confirmed
  const proofs = (symbol: string, tick: RecordedTick, last: RecordedTick | undefined) =>
    last
      ? [
          { symbol, tick: last },
          { symbol, tick, firstAfter: last, notBefore: executedAt },
        ]
      : []
  return [...proofs(given.symbol, fromTick, fromLast), ...proofs(received.symbol, toTick, toLast)]
}

export interface AskQuote {
  /** The id of the quote. */
  readonly id: string
  readonly userId: string
  /** A claim: the user that the request is for. */
  readonly claimedUserId?: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: Decimal
}

export interface ConversionFacts {
  readonly at: Instant
  /** The available balance of the asset that is given. */
  readonly available: Units
  /**
   * The current price of an asset; undefined if it is stale. For an execution, the first one of
   * the quote's assets that was recorded after the confirmation.
   */
  readonly tickOf: (symbol: string) => RecordedTick | undefined
  /** For an execution: the last price of an asset that was recorded before the confirmation. */
  readonly lastOf?: (symbol: string) => RecordedTick | undefined
  readonly terms: ConvertTerms
  /** What the user converted in the last 24 hours, in USDT. */
  readonly convertedToday: Units
}

/**
 * A quote gives the result of a conversion at the currently recorded prices, minus the spread. It
 * moves and reserves nothing.
 *
 * Units    amount: 1e-8 of `from`; received: 1e-8 of `to`, rounded down
 * Refuses  access.forbidden, convert.same_asset, price.stale, convert.stablecoins_halted,
 *          convert.balance_insufficient, convert.above_quote_limit, convert.above_day_limit,
 *          convert.too_small, convert.too_large: first match wins
 * Source   docs/product.md, Conversions
 */
export function quoteConversion(command: AskQuote, facts: ConversionFacts): Quote | Refusal {
  const { id, userId, claimedUserId, from, to, amount } = command
  const { tickOf, terms } = facts
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  const refused = refusalOf({ from, to, amount }, { ...facts, priceOf: pricesBy(tickOf) })
  const [fromTick, toTick] = [tickOf(from), tickOf(to)]
  if (refused || !fromTick || !toTick) return refused ?? refuse('price.stale')
  const { spreadPercent } = terms
  const units = parseUnits(amount)
  const [fromPrice, toPrice] = [parseUnits(fromTick.price), parseUnits(toTick.price)]
  const received = convertedAmount(units, fromPrice, toPrice, spreadPercent)
  return {
    id,
    userId,
    given: { symbol: from, amount: formatUnits(units) },
    received: { symbol: to, amount: formatUnits(received) },
    spreadPercent,
    fromTick,
    toTick,
    quotedAt: facts.at,
  }
}

export interface ConfirmQuote {
  readonly userId: string
  readonly userNo: string
  readonly claimedUserId?: string | undefined
  /** The user's open quote; undefined if the confirmation names another one. */
  readonly quote: Quote | undefined
}

/**
 * Confirming the open quote converts at its terms, once, if the first prices recorded after the
 * confirmation are near the quote's. A quote is binding while each price is within half of the
 * spread. Executing beyond that, or at a price that other markets have already left, would give the
 * user a free option.
 *
 * State    none → executed
 * Refuses  access.forbidden, convert.quote_used, convert.quote_unknown, convert.quote_expired,
 *          price.stale, price.moved, as a new quote of the same amount, convert.awaiting_price:
 *          first match wins
 * Source   docs/product.md, Conversions
 */
export function executeConversion(
  state: ConversionState,
  { userId, userNo, claimedUserId, quote }: ConfirmQuote,
  facts: ConversionFacts,
): Decision<ConversionEvent> {
  if (claimedUserId !== undefined && claimedUserId !== userId) return refuse('access.forbidden')
  if (state.status === 'executed' && state.userId === userId) return refuse('convert.quote_used')
  if (quote?.userId !== userId) return refuse('convert.quote_unknown')
  if (epochMsOf(facts.at) >= epochMsOf(expiryOf(quote))) return refuse('convert.quote_expired')
  const { id: _, ...terms } = quote
  const confirmed = unmoved(quote, facts)
  if ('refused' in confirmed) return confirmed
  const refused = laterRefusalOf(quote, facts) ?? awaitedPrice(confirmed, facts)
  if (refused) return refused
  return {
    type: 'ConversionExecuted',
    data: { ...terms, userNo, confirmed, executedAt: facts.at },
  }
}

/** The live prices, if both are near those of the quote. */
function unmoved(
  { given, received, fromTick, toTick, spreadPercent }: Quote,
  { tickOf, lastOf }: ConversionFacts,
): NonNullable<Executed['confirmed']> | Refusal {
  const [fromLive, toLive] = [tickOf(given.symbol), tickOf(received.symbol)]
  if (!fromLive || !toLive) return refuse('price.stale')
  const prices = [
    { symbol: given.symbol, quoted: fromTick.price, current: fromLive.price },
    { symbol: received.symbol, quoted: toTick.price, current: toLive.price },
  ]
  const moved = prices.find(({ quoted, current }) => hasMoved(quoted, current, spreadPercent))
  if (moved) return refuse('price.moved', moved)
  const [fromLast, toLast] = [lastOf?.(given.symbol), lastOf?.(received.symbol)]
  return {
    fromTick: fromLive,
    toTick: toLive,
    ...(fromLast && { fromLast }),
    ...(toLast && { toLast }),
  }
}

/** A price that was known before the confirmation cannot execute it. */
function awaitedPrice(
  { fromTick, toTick }: NonNullable<Executed['confirmed']>,
  { at }: ConversionFacts,
): Refusal | undefined {
  const isKnown = (tick: RecordedTick) => epochMsOf(tick.at) < epochMsOf(at)
  return [fromTick, toTick].some(isKnown) ? refuse('convert.awaiting_price') : undefined
}

/** Other changes since the quote. The limits count it at its own prices. */
function laterRefusalOf(
  { given, received, fromTick, toTick }: Quote,
  facts: ConversionFacts,
): Refusal | undefined {
  const livePriceOf = pricesBy(facts.tickOf)
  const quoted = new Map([
    [given.symbol, fromTick.price],
    [received.symbol, toTick.price],
  ])
  const priceOf = (symbol: string) => quoted.get(symbol) ?? livePriceOf(symbol)
  const command = { from: given.symbol, to: received.symbol, amount: given.amount }
  return (
    haltOf(given.symbol, received.symbol, livePriceOf) ?? refusalOf(command, { ...facts, priceOf })
  )
}

function pricesBy(tickOf: ConversionFacts['tickOf']) {
  return (symbol: string) => tickOf(symbol)?.price
}

export function expiryOf({ quotedAt }: Pick<Quote, 'quotedAt'>): Instant {
  return instantOf(epochMsOf(quotedAt) + QUOTE_VALID_MS)
}
