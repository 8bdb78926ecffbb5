import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { formatConverted } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParsePositive } from '#shared/money.ts'
import { conversionRate, convertedAmount, refusalOf } from '#shared/rules/conversions.ts'

export const EMPTY_CONVERSION = { from: 'USDT', to: 'BTC', amount: '' }

export type ConvertDraft = Readonly<typeof EMPTY_CONVERSION>

export interface ConvertFacts {
  /** Of what is given; undefined where no balance was ever read on this device. */
  readonly available: Decimal | undefined
  readonly priceOf: (symbol: string) => Decimal | undefined
}

/** The other way round; what was entered belongs to the asset that is given, so it goes. */
export function turned({ from, to }: ConvertDraft): ConvertDraft {
  return { from: to, to: from, amount: '' }
}

/** With one of the two assets chosen; an asset is never converted into itself. */
export function withAsset(draft: ConvertDraft, side: 'from' | 'to', symbol: string): ConvertDraft {
  const other = side === 'from' ? 'to' : 'from'
  if (draft[other] === symbol) return turned(draft)
  return { ...draft, [side]: symbol, ...(side === 'from' ? { amount: '' } : {}) }
}

export const FIELD_OF = {
  'convert.balance_insufficient': 'amount',
  'convert.too_small': 'amount',
  'convert.too_large': 'amount',
} as const

/** Shown at the amount as soon as it exceeds the balance, with or without prices. */
export function amountProblem(draft: ConvertDraft, facts: ConvertFacts): string | undefined {
  const problem = problemOf(draft, { ...facts, priceOf: () => '1' })
  return problem?.code === 'convert.balance_insufficient' ? problem.message : undefined
}

/** Whether a quote can be asked for. Source: docs/product.md, Conversions. */
export function canContinue(draft: ConvertDraft, facts: ConvertFacts): boolean {
  const isKnown = tryParsePositive(draft.amount) !== undefined && facts.available !== undefined
  return isKnown && problemOf(draft, facts) === undefined
}

/** Why the amount cannot be quoted, as far as it is one. */
function problemOf({ from, to, amount }: ConvertDraft, { available, priceOf }: ConvertFacts) {
  const refusal = refusalOf(
    { from, to, amount: formatUnits(tryParsePositive(amount) ?? parseUnits('1')) },
    {
      available: available === undefined ? undefined : parseUnits(available),
      fromPrice: priceOf(from),
      toPrice: priceOf(to),
    },
  )
  return problemOfRefusal(refusal)
}

/** What the amount becomes at the prices on the screen; the quote says it for certain. */
export function estimateOf(draft: ConvertDraft, { priceOf }: ConvertFacts): Decimal | undefined {
  const units = tryParsePositive(draft.amount)
  const [fromPrice, toPrice] = [priceOf(draft.from), priceOf(draft.to)]
  if (units === undefined || fromPrice === undefined || toPrice === undefined) return undefined
  return formatUnits(convertedAmount(units, parseUnits(fromPrice), parseUnits(toPrice)))
}

/** "1 BTC = 60,000.000000 USDT": the more valuable asset comes first. */
export function rateText(
  { from, to }: Pick<ConvertDraft, 'from' | 'to'>,
  prices: { readonly fromPrice: Decimal; readonly toPrice: Decimal },
): string {
  const [fromPrice, toPrice] = [parseUnits(prices.fromPrice), parseUnits(prices.toPrice)]
  const [one, other, rate] =
    fromPrice >= toPrice
      ? [from, to, conversionRate(fromPrice, toPrice)]
      : [to, from, conversionRate(toPrice, fromPrice)]
  return `1 ${one} = ${formatConverted(formatUnits(rate))} ${other}`
}
