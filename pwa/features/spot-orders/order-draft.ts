import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem } from '#pwa/ui/problem.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatAmount } from '#shared/format.ts'
import {
  type Decimal,
  formatUnits,
  parseUnits,
  tryParsePositive,
  tryParseUnits,
  type Units,
} from '#shared/money.ts'
import { costOf, proceedsOf, refusalOf, type SpotPair } from '#shared/rules/spot-orders.ts'

export interface OrderDraft {
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market'
  readonly amount: string
  readonly price: string
}

export const EMPTY_ORDER: OrderDraft = { side: 'buy', type: 'limit', amount: '', price: '' }

export interface OrderFacts {
  readonly pair: SpotPair
  readonly base: string
  readonly quote: string
  readonly isSignedIn: boolean
  /** undefined where no balance was ever read on this device. */
  readonly availableBase: Decimal | undefined
  readonly availableQuote: Decimal | undefined
  /** undefined where there is no fresh price. */
  readonly livePrice: Decimal | undefined
}

export const FIELD_OF = {
  'order.price_step': 'price',
  'order.too_small': 'amount',
  'balance.insufficient': 'amount',
} as const

/** Why the order cannot be placed. Source: docs/product.md, Spot orders. */
export function problemOf(draft: OrderDraft, facts: OrderFacts): Problem | undefined {
  const { side, type, amount, price } = draft
  if (!facts.isSignedIn) {
    return { title: 'Authentication Error', message: 'Please log in to place orders.' }
  }
  const filledIn = (text: string) => (tryParsePositive(text) === undefined ? '' : text)
  const missing = missingProblem(
    type === 'limit'
      ? { price: filledIn(price), amount: filledIn(amount) }
      : { amount: filledIn(amount) },
    describeRefusal('order.fields_missing'),
  )
  if (missing) return missing
  const available: Readonly<Record<string, Decimal | undefined>> = {
    [facts.base]: facts.availableBase,
    [facts.quote]: facts.availableQuote,
  }
  const refusal = refusalOf(
    { symbol: facts.pair, side, orderType: type, amount, price },
    {
      available: (symbol) => tryParseUnits(available[symbol] ?? ''),
      marketPrice: facts.livePrice,
    },
  )
  return problemOfRefusal(refusal, { required: formatAmount, available: formatAmount })
}

/** What the order would freeze: quote asset for a buy, base asset for a sell. */
export function requiredOf(draft: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  const amount = tryParsePositive(draft.amount)
  if (amount === undefined || draft.side === 'sell') return amount
  const price = priceOf(draft, livePrice)
  return price === undefined ? undefined : costOf(amount, price)
}

/** What its approval would bring: base asset for a buy, quote asset for a sell. */
export function receivedOf(draft: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  const amount = tryParsePositive(draft.amount)
  if (amount === undefined || draft.side === 'buy') return amount
  const price = priceOf(draft, livePrice)
  return price === undefined ? undefined : proceedsOf(amount, price)
}

/** The most that can be ordered with what is available. */
export function largestAmount(draft: OrderDraft, facts: OrderFacts): Decimal | undefined {
  if (draft.side === 'sell') return facts.availableBase
  const price = priceOf(draft, facts.livePrice)
  const available = facts.availableQuote
  if (price === undefined || available === undefined) return undefined
  return formatUnits((parseUnits(available) * parseUnits('1')) / price)
}

function priceOf({ type, price }: OrderDraft, livePrice: Decimal | undefined): Units | undefined {
  return tryParsePositive(type === 'limit' ? price : (livePrice ?? ''))
}
