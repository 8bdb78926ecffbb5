import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem } from '#pwa/ui/problem.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatAmount } from '#shared/format.ts'
import {
  type Decimal,
  divideUnits,
  formatUnits,
  parseUnits,
  tryParsePositive,
  tryParseUnits,
  type Units,
} from '#shared/money.ts'
import {
  amountAt,
  costOf,
  proceedsOf,
  refusalOf,
  type SpotPair,
} from '#shared/rules/spot-orders.ts'
import { t } from '#shared/text/t.ts'

export interface OrderDraft {
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market'
  readonly amount: string
  /** A share of the available balance, chosen for a market buy: the price determines the amount. */
  readonly spend: string
  readonly price: string
}

export const EMPTY_ORDER: OrderDraft = {
  side: 'buy',
  type: 'limit',
  amount: '',
  spend: '',
  price: '',
}

export interface OrderFacts {
  readonly pair: SpotPair
  readonly base: string
  readonly quote: string
  readonly isSignedIn: boolean
  /** undefined if no balance was ever read on this device. */
  readonly availableBase: Decimal | undefined
  readonly availableQuote: Decimal | undefined
  /** undefined if there is no fresh price. */
  readonly livePrice: Decimal | undefined
}

export const FIELD_OF = {
  'order.price_step': 'price',
  'order.too_large': 'amount',
  'order.too_small': 'amount',
  'order.amount_and_spend': 'amount',
  'balance.insufficient': 'amount',
} as const

/** Why the order cannot be placed. Source: docs/product.md, Spot orders. */
export function problemOf(draft: OrderDraft, facts: OrderFacts): Problem | undefined {
  const { side, type, price } = draft
  if (!facts.isSignedIn) {
    return { title: t('Authentication Error'), message: t('Please log in to place orders.') }
  }
  const filledIn = (text: string) => (tryParsePositive(text) === undefined ? '' : text)
  const size = sizeOf(draft)
  const amount = filledIn(size.amount ?? size.spend)
  const missing = missingProblem(
    type === 'limit' ? { price: filledIn(price), amount } : { amount },
    describeRefusal('order.fields_missing'),
  )
  if (missing) return missing
  const available: Readonly<Record<string, Decimal | undefined>> = {
    [facts.base]: facts.availableBase,
    [facts.quote]: facts.availableQuote,
  }
  const refusal = refusalOf(
    { symbol: facts.pair, side, orderType: type, price, ...size },
    {
      available: (symbol) => tryParseUnits(available[symbol] ?? ''),
      marketPrice: facts.livePrice,
    },
  )
  return problemOfRefusal(refusal, { required: formatAmount, available: formatAmount })
}

/** What the order contains: its amount, or what it spends. */
export function sizeOf(draft: OrderDraft): { amount: string; spend?: undefined } | Spending {
  return isMarketBuy(draft) && draft.spend ? { spend: draft.spend } : { amount: draft.amount }
}

interface Spending {
  readonly spend: string
  readonly amount?: undefined
}

/** Shares of the balance are spent as they are: an amount would follow each tick. */
export function isMarketBuy({ side, type }: OrderDraft): boolean {
  return side === 'buy' && type === 'market'
}

/** What the amount field shows; what is spent buys another amount at each price. */
export function shownAmount(draft: OrderDraft, { pair, livePrice }: OrderFacts): string {
  const { spend } = sizeOf(draft)
  if (spend === undefined || livePrice === undefined) return draft.amount
  return amountAt({ symbol: pair, side: draft.side, spend }, livePrice)
}

/** What the order would freeze: quote asset for a buy, base asset for a sell. */
export function requiredOf(draft: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  const { amount: named, spend } = sizeOf(draft)
  if (spend !== undefined) return tryParsePositive(spend)
  const amount = tryParsePositive(named)
  if (amount === undefined || draft.side === 'sell') return amount
  const price = priceOf(draft, livePrice)
  return price === undefined ? undefined : costOf(amount, price)
}

/** What its approval would yield: base asset for a buy, quote asset for a sell. */
export function receivedOf(draft: OrderDraft, facts: OrderFacts): Units | undefined {
  const amount = tryParsePositive(shownAmount(draft, facts))
  if (amount === undefined || draft.side === 'buy') return amount
  const price = priceOf(draft, facts.livePrice)
  return price === undefined ? undefined : proceedsOf(amount, price)
}

/** What 100 % of the balance means: an amount, or for a market buy what is spent. */
export function largestOf(draft: OrderDraft, facts: OrderFacts): Decimal | undefined {
  if (draft.side === 'sell') return facts.availableBase
  const { availableQuote: available } = facts
  if (isMarketBuy(draft)) return available
  const price = priceOf(draft, facts.livePrice)
  if (price === undefined || available === undefined) return undefined
  return formatUnits(divideUnits(parseUnits(available), price, 'down'))
}

function priceOf({ type, price }: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  return tryParsePositive(type === 'limit' ? price : (livePrice ?? ''))
}
