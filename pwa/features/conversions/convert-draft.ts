import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { formatAmount, formatLimit, formatPrice } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParsePositive } from '#shared/money.ts'
import {
  type ConvertTerms,
  conversionRate,
  convertedAmount,
  haltOf,
  leftToday,
  refusalOf,
} from '#shared/rules/conversions.ts'
import { t } from '#shared/text/t.ts'

export const EMPTY_CONVERSION = { from: 'USDT', to: 'BTC', amount: '' }

export type ConvertDraft = Readonly<typeof EMPTY_CONVERSION>

export interface ConvertFacts {
  /** Of what is given; undefined if no balance was ever read on this device. */
  readonly available: Decimal | undefined
  readonly priceOf: (symbol: string) => Decimal | undefined
  /** undefined until they are read. */
  readonly terms: (ConvertTerms & { readonly convertedToday: Decimal }) | undefined
}

/** Swaps the assets; the amount belongs to the asset that is given, so it is cleared. */
export function turned({ from, to }: ConvertDraft): ConvertDraft {
  return { from: to, to: from, amount: '' }
}

/** Sets one of the two assets; an asset is never converted into itself. */
export function withAsset(draft: ConvertDraft, side: 'from' | 'to', symbol: string): ConvertDraft {
  const other = side === 'from' ? 'to' : 'from'
  if (draft[other] === symbol) return turned(draft)
  return { ...draft, [side]: symbol, ...(side === 'from' ? { amount: '' } : {}) }
}

export const FIELD_OF = {
  'convert.balance_insufficient': 'amount',
  'convert.above_quote_limit': 'amount',
  'convert.above_day_limit': 'amount',
  'convert.too_small': 'amount',
  'convert.too_large': 'amount',
} as const

const EXCEEDED: readonly unknown[] = [
  'convert.balance_insufficient',
  'convert.above_quote_limit',
  'convert.above_day_limit',
]

/**
 * Shown at the amount as soon as it is too small at these prices, or exceeds the balance, with or
 * without prices, or a limit.
 */
export function amountProblem(draft: ConvertDraft, facts: ConvertFacts): string | undefined {
  if (tryParsePositive(draft.amount) === undefined) return undefined
  const atPrices = problemOf(draft, facts)
  const hasPrices = [draft.from, draft.to].every((symbol) => facts.priceOf(symbol) !== undefined)
  if (hasPrices && atPrices?.code === 'convert.too_small') return atPrices.message
  const priceOf = (symbol: string) => facts.priceOf(symbol) ?? '1'
  const problem = problemOf(draft, { ...facts, priceOf })
  return EXCEEDED.includes(problem?.code) ? problem?.message : undefined
}

/** Why these two assets cannot be converted into each other at all. */
export function pairProblem({ from, to }: ConvertDraft, { priceOf }: ConvertFacts) {
  return problemOfRefusal(haltOf(from, to, priceOf))?.message
}

/** Whether a quote can be asked for. Source: docs/product.md, Conversions. */
export function canContinue(draft: ConvertDraft, facts: ConvertFacts): boolean {
  const isKnown = tryParsePositive(draft.amount) !== undefined && facts.available !== undefined
  return isKnown && problemOf(draft, facts) === undefined
}

/** Why the amount cannot be quoted, if it is a valid amount. */
function problemOf(draft: ConvertDraft, { available, priceOf, terms }: ConvertFacts) {
  const { from, to } = draft
  const amount = formatUnits(tryParsePositive(draft.amount) ?? ANY_AMOUNT)
  const refusal = refusalOf(
    { from, to, amount },
    {
      available: available === undefined ? undefined : parseUnits(available),
      priceOf,
      terms,
      convertedToday: parseUnits(terms?.convertedToday ?? '0'),
    },
  )
  return problemOfRefusal(refusal, {
    available: formatAmount,
    maximum: formatLimit,
    left: formatLimit,
    worth: formatLimit,
  })
}

/** Replaces an invalid amount, so that only the rest is checked. */
const ANY_AMOUNT = parseUnits('1')

/** The estimated result at the displayed prices; only the quote is binding. */
export function estimateOf(
  draft: ConvertDraft,
  { priceOf, terms }: ConvertFacts,
): Decimal | undefined {
  const units = tryParsePositive(draft.amount)
  const prices = [priceOf(draft.from), priceOf(draft.to)] as const
  if (units === undefined || !prices[0] || !prices[1] || !terms) return undefined
  const [fromPrice, toPrice] = [parseUnits(prices[0]), parseUnits(prices[1])]
  return formatUnits(convertedAmount(units, fromPrice, toPrice, terms.spreadPercent))
}

/** "1 BTC = 60,000.00 USDT": the more valuable asset comes first. */
export function rateText(
  { from, to }: Pick<ConvertDraft, 'from' | 'to'>,
  prices: { readonly fromPrice: Decimal; readonly toPrice: Decimal },
): string {
  const [fromPrice, toPrice] = [parseUnits(prices.fromPrice), parseUnits(prices.toPrice)]
  const [one, other, rate] =
    fromPrice >= toPrice
      ? [from, to, conversionRate(fromPrice, toPrice)]
      : [to, from, conversionRate(toPrice, fromPrice)]
  return `1 ${one} = ${formatPrice(formatUnits(rate))} ${other}`
}

const CENT = parseUnits('0.01')

/** What the limits still allow, cut to the cent, shown before one is reached. */
export function limitsText(terms: NonNullable<ConvertFacts['terms']>): string {
  const { quoteMaximum, dayMaximum, convertedToday } = terms
  const left = leftToday(dayMaximum, parseUnits(convertedToday))
  return t('Up to {maximum} USDT per conversion. {left} of {day} USDT left in 24 hours.', {
    maximum: formatLimit(quoteMaximum),
    left: formatLimit(formatUnits(left - (left % CENT))),
    day: formatLimit(dayMaximum),
  })
}
