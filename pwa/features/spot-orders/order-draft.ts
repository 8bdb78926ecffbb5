import { describeRefusal } from '#shared/errors.ts'
import { formatAmount } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParseUnits, type Units } from '#shared/money.ts'
import { costOf, proceedsOf } from '#shared/rules/spot-orders.ts'

/** What a person has entered so far. */
export interface OrderDraft {
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market'
  readonly amount: string
  readonly price: string
}

export const EMPTY_ORDER: OrderDraft = { side: 'buy', type: 'limit', amount: '', price: '' }

export interface OrderFacts {
  readonly base: string
  readonly quote: string
  readonly isSignedIn: boolean
  /** undefined where no balance was ever read on this device. */
  readonly availableBase: Decimal | undefined
  readonly availableQuote: Decimal | undefined
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
 * Source: docs/product.md, Spot orders
 */
export function problemOf(draft: OrderDraft, facts: OrderFacts): Problem | undefined {
  if (!facts.isSignedIn) {
    return { title: 'Authentication Error', message: 'Please log in to place orders.' }
  }
  const amount = positive(draft.amount)
  if (amount === undefined || (draft.type === 'limit' && positive(draft.price) === undefined)) {
    return describeRefusal('order.fields_missing')
  }
  if (draft.type === 'market' && facts.livePrice === undefined)
    return describeRefusal('price.stale')
  const required = requiredOf(draft, facts.livePrice)
  const symbol = draft.side === 'buy' ? facts.quote : facts.base
  const available = draft.side === 'buy' ? facts.availableQuote : facts.availableBase
  if (required === undefined || available === undefined) return undefined
  if (required <= parseUnits(available)) return undefined
  return describeRefusal('balance.insufficient', {
    required: formatAmount(formatUnits(required)),
    available: formatAmount(available),
    symbol,
  })
}

/** What the order would freeze: quote asset for a buy, base asset for a sell. */
export function requiredOf(draft: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  const amount = positive(draft.amount)
  if (amount === undefined || draft.side === 'sell') return amount
  const price = positive(draft.type === 'limit' ? draft.price : (livePrice ?? ''))
  return price === undefined ? undefined : costOf(amount, price)
}

/** What its approval would bring: base asset for a buy, quote asset for a sell. */
export function receivedOf(draft: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  const amount = positive(draft.amount)
  if (amount === undefined || draft.side === 'buy') return amount
  const price = positive(draft.type === 'limit' ? draft.price : (livePrice ?? ''))
  return price === undefined ? undefined : proceedsOf(amount, price)
}

/** The most that can be ordered with what is available. */
export function largestAmount(draft: OrderDraft, facts: OrderFacts): Decimal | undefined {
  if (draft.side === 'sell') return facts.availableBase
  const price = positive(draft.type === 'limit' ? draft.price : (facts.livePrice ?? ''))
  const available = facts.availableQuote
  if (price === undefined || available === undefined) return undefined
  return formatUnits((parseUnits(available) * parseUnits('1')) / price)
}

function positive(text: string): Units | undefined {
  const units = tryParseUnits(text)
  return units !== undefined && units > 0n ? units : undefined
}
